package io.papilio.runtime.node;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The room in which one node's state machines live: it hands them what the transport brings, wakes
 * them when their time has come, and lets callers wait for them.
 *
 * <pre>
 *   Transport --poll--> Node --channel--> Protocol (communicator, mixer, membership)
 * </pre>
 *
 * Whoever holds the lock takes the turn, so machines see one thread at a time. That is the caller
 * of {@link #await} itself as long as there is one (no thread is woken to do another's work), a
 * thread of the node's own once somebody works asynchronously, or the transport if it drives its
 * nodes.
 */
public final class Node implements AutoCloseable, Transport.Receiver {
  /** Nobody sleeps longer than this without looking around. */
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000L;

  private final Transport transport;
  private final boolean driven;
  private final ReentrantLock turn = new ReentrantLock();
  private final Map<Long, Protocol> protocols = new HashMap<>();
  private final Map<Long, Integer> detached = new HashMap<>();
  private final List<Message> early = new ArrayList<>();
  private final Map<Integer, Loss> losses = new HashMap<>();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> completions = new ConcurrentLinkedQueue<>();
  private volatile Thread background;
  private volatile boolean closed;

  public Node(Transport transport) {
    this.transport = transport;
    this.driven = transport.drive(this::pump);
  }

  public int id() {
    return transport.node();
  }

  public Transport transport() {
    return transport;
  }

  public long nanoTime() {
    return transport.nanoTime();
  }

  /** Within a turn: starts a machine, which gets at once what came for it before. */
  public void attach(Protocol protocol) {
    protocols.put(protocol.channel(), protocol);
    List<Message> waiting = List.copyOf(early);
    early.clear();
    waiting.forEach(this::onMessage);
    losses.values().forEach(protocol::onLost);
  }

  /** Within a turn: stops a machine; what still comes for it is dropped. */
  public void detach(Protocol protocol) {
    if (protocols.remove(protocol.channel(), protocol)) {
      detached.merge(protocol.channel(), protocol.epoch(), Math::max);
    }
  }

  public void send(Message message) {
    transport.send(message);
  }

  /** Runs something in a turn of its own, soon, on this thread or another. */
  public void execute(Runnable task) {
    tasks.add(task);
    pump();
  }

  /** Within a turn: for what may run callers' code, when the turn is over. */
  public void afterTurn(Runnable completion) {
    completions.add(completion);
  }

  /** Takes a turn if nobody else has it; else lets the other know that there is something to do. */
  private void pump() {
    if (turn.isHeldByCurrentThread()) {
      return; // the turn under way takes the task with it
    }
    do {
      if (!turn.tryLock()) {
        transport.wake();
        return;
      }
      try {
        takeTurn();
      } finally {
        turn.unlock();
      }
      complete();
    } while (!tasks.isEmpty());
  }

  /**
   * A bug in one machine must not end the thread that all of them live on: it is reported, and the
   * machines are told that this node is lost.
   */
  private boolean takeTurn() {
    try {
      return workOff();
    } catch (RuntimeException | Error e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      onLost(new Loss(id(), false, e.toString()));
      return true;
    }
  }

  private boolean workOff() {
    boolean any = false;
    boolean more = true;
    while (more) {
      more = transport.poll(this);
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
        more = true;
      }
      any |= more;
    }
    any |= fireTimers();
    transport.alarm(nextTimeNanos());
    return any;
  }

  private boolean fireTimers() {
    long now = transport.nanoTime();
    boolean any = false;
    for (Protocol protocol : List.copyOf(protocols.values())) {
      if (protocol.nextTimeNanos() <= now) {
        protocol.onTime(now);
        any = true;
      }
    }
    return any;
  }

  private long nextTimeNanos() {
    long next = Protocol.NEVER;
    for (Protocol protocol : protocols.values()) {
      next = Math.min(next, protocol.nextTimeNanos());
    }
    return next;
  }

  private void complete() {
    boolean any = false;
    for (Runnable next = completions.poll(); next != null; next = completions.poll()) {
      next.run();
      any = true;
    }
    if (any && turn.isLocked()) {
      transport.wake(); // whoever has the turn may be waiting for one of these
    }
  }

  /**
   * Blocks until the future is done, which is up to the machines: they must give every future an
   * end.
   *
   * @throws InterruptedException if this thread was interrupted first
   */
  public void await(CompletableFuture<?> future) throws InterruptedException {
    if (driven) {
      throw new IllegalStateException("this transport has no threads: use the asynchronous calls");
    }
    while (!future.isDone()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (closed) {
        throw new IllegalStateException("the node was closed while somebody waited on it");
      }
      if (Thread.currentThread() == background) { // in a completion: nobody else would drive
        turn.lock();
        driveUntilSomethingCompletes(future);
      } else if (turn.tryLock()) { // also if the background thread is busy with a callback
        driveUntilSomethingCompletes(future);
      } else {
        runInBackground(); // somebody else has the turn and may leave it before we are done
        awaitOther(future);
      }
    }
  }

  private static void awaitOther(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get(100, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | CancellationException | TimeoutException e) {
      return; // the caller looks at how far it is
    }
  }

  /** Or until the future is done, which may be another thread's doing. */
  private void driveUntilSomethingCompletes(Future<?> future) {
    try {
      while (completions.isEmpty()
          && !future.isDone()
          && !Thread.currentThread().isInterrupted()
          && !closed) {
        if (!takeTurn()) {
          long wakeUp = transport.nanoTime() + LONGEST_SLEEP_NANOS;
          transport.await(Math.min(nextTimeNanos(), wakeUp));
        }
      }
    } finally {
      turn.unlock();
    }
    complete();
    if (!tasks.isEmpty()) {
      pump(); // they came when the turn was all but over
    }
  }

  /** From now on a thread of the node's own takes the turns; for those who do not wait. */
  public void runInBackground() {
    if (driven || background != null || closed) {
      return;
    }
    synchronized (this) {
      if (background == null) {
        background = new Thread(this::backgroundLoop, "papilio-node-" + id());
        background.setDaemon(true);
        background.start();
      }
    }
  }

  private void backgroundLoop() {
    Future<?> never = new CompletableFuture<>();
    while (!closed) {
      Thread.interrupted(); // a callback's, or a thread group's: it must not stop the turns
      turn.lock();
      driveUntilSomethingCompletes(never);
    }
  }

  @Override
  public void onMessage(Message message) {
    Protocol protocol = protocols.get(message.channel());
    if (protocol != null && protocol.epoch() == message.epoch()) {
      protocol.onMessage(message);
    } else if (isOver(message, protocol)) {
      message.release();
    } else {
      early.add(message);
    }
  }

  /** Whether the message belongs to a life of its channel that has ended. */
  private boolean isOver(Message message, Protocol protocol) {
    int current =
        protocol == null ? detached.getOrDefault(message.channel(), -1) : protocol.epoch();
    return message.epoch() < current || protocol == null && message.epoch() == current;
  }

  @Override
  public void onReleased(Message message) {
    Protocol protocol = protocols.get(message.channel());
    if (protocol != null && protocol.epoch() == message.epoch()) {
      protocol.onReleased(message);
    }
  }

  @Override
  public void onLost(Loss loss) {
    if (losses.putIfAbsent(loss.node(), loss) == null) {
      for (Protocol protocol : List.copyOf(protocols.values())) {
        protocol.onLost(loss);
      }
    }
  }

  /** Ends what the machines have under way, and leaves. */
  @Override
  public void close() {
    execute(
        () -> {
          closed = true;
          onLost(new Loss(id(), true, "this node was closed"));
          transport.close();
        });
  }
}
