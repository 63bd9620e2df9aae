package io.papilio.runtime.engine;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The room in which one node's state machines live: it hands them what the transport brings, wakes
 * them when their time has come, and lets callers wait for them.
 *
 * <pre>
 *   Transport --poll--> Dispatcher --channel--> Protocol (communicator, mixer, membership)
 * </pre>
 *
 * Whoever holds the lock takes the turn, so machines see one thread at a time. That is the caller
 * of {@link #await} itself as long as there is one (no thread is woken to do another's work), a
 * thread of the node's own once somebody works asynchronously, or the transport if it drives its
 * nodes.
 */
public final class Node implements AutoCloseable {
  /** So that a flood of messages cannot keep a turn from coming to its timers. */
  private static final int MOST_POLLS = 16;

  /** Nobody sleeps longer than this without looking around. */
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000L;

  /** Nor waits longer for another thread to close a node: it may be stuck. */
  private static final long LONGEST_CLOSE_NANOS = 10_000_000_000L;

  /** Nor waits longer for another's turn to end: if it was not told of that, it looks. */
  private static final long LONGEST_WAIT_NANOS = 100_000_000L;

  private static final long A_MOMENT_NANOS = 500_000L;

  private static final Logger LOG = System.getLogger(Node.class.getName());

  private final Transport transport;
  private final Dispatcher dispatcher;
  private final boolean driven;
  private final ReentrantLock turn = new ReentrantLock();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> completions = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> waiters = new ConcurrentLinkedQueue<>();
  private volatile Thread background;
  private volatile boolean closed;
  private long turnNanos;
  private Pending awaited;

  public Node(Transport transport) {
    this.transport = transport;
    this.dispatcher = new Dispatcher(transport);
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

  /** Within a turn: the time at which it began, or a little later. */
  public long turnNanos() {
    return turnNanos;
  }

  /** Within a turn: starts a machine, which gets at once what came for it before. */
  public void attach(Protocol protocol) {
    dispatcher.attach(protocol);
  }

  /** Within a turn: stops a machine; what still comes for it is dropped. */
  public void detach(Protocol protocol) {
    dispatcher.detach(protocol);
  }

  /** Within a turn: tells all machines that a node has gone, unless they know. */
  public void onLost(Loss loss) {
    dispatcher.onLost(loss);
  }

  /** Within a turn: whether another machine than this one and membership uses the links. */
  public boolean isShared() {
    return dispatcher.machines() > 2;
  }

  /** As {@link Transport#send}. */
  public boolean send(Message message) {
    return transport.send(message);
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

  /**
   * Takes a turn if nobody else has it; else lets the other know that there is something to do. A
   * machine whose calls end without a wait hears of nothing else by them.
   */
  public void pump() {
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
        leaveTurn();
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
      LOG.log(Level.ERROR, "a machine of node " + id() + " has failed", e);
      loseSelf(e);
      return true;
    }
  }

  /** If even that fails the threads that take turns must live on: heartbeats depend on them. */
  private void loseSelf(Throwable reason) {
    try {
      onLost(new Loss(id(), false, reason.toString()));
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "node " + id() + " cannot be given up", e);
    }
  }

  private boolean workOff() {
    boolean any = false;
    boolean more = true;
    turnNanos = transport.nanoTime();
    for (int i = 0; i < MOST_POLLS && more && !isOver(); i++) {
      more = transport.poll(dispatcher) | runTasks();
      any |= more;
      turnNanos = transport.nanoTime(); // a poll may take long
      more = more && dispatcher.nextTimeNanos() > turnNanos;
    }
    any |= dispatcher.fireTimers(turnNanos);
    if (driven) {
      transport.alarm(dispatcher.nextTimeNanos());
    }
    return any;
  }

  /** Whether what the thread that has the turn waits for has ended. */
  private boolean isOver() {
    return awaited != null && awaited.isDone();
  }

  private boolean runTasks() {
    boolean any = false;
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
      any = true;
    }
    return any;
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
   * Runs something in a turn and blocks until what it begins has ended, which is up to the
   * machines: they must give everything an end. If the turn is free it is not left in between.
   *
   * @throws InterruptedException if this thread was interrupted first
   */
  public void await(Runnable beginning, Pending pending) throws InterruptedException {
    mayBlock();
    if (!turn.isHeldByCurrentThread() && turn.tryLock()) {
      try {
        if (!tasks.isEmpty()) {
          takeTurn(); // what this thread has called for before comes first
        }
        beginning.run();
      } catch (RuntimeException | Error e) {
        leaveTurn();
        throw e;
      }
      drive(pending);
    } else {
      execute(beginning);
    }
    await(pending);
  }

  public void await(CompletableFuture<?> future) throws InterruptedException {
    Awaited awaitedFuture = new Awaited();
    future.whenComplete((value, error) -> awaitedFuture.end());
    await(awaitedFuture);
  }

  /** A future, seen as something that ends. */
  private static final class Awaited extends Pending {}

  public void await(Pending pending) throws InterruptedException {
    mayBlock();
    while (!pending.isDone()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (closed) {
        throw new IllegalStateException("the node was closed while somebody waited on it");
      }
      if (turn.tryLock()) { // also if the background thread is busy with a callback, or is this one
        drive(pending);
      } else {
        awaitTurn(pending);
      }
    }
  }

  private void mayBlock() {
    if (driven) {
      throw new IllegalStateException("this transport has no threads: use the asynchronous calls");
    }
  }

  /** Somebody else has the turn: it may end what is waited for, or leave before. */
  private void awaitTurn(Pending pending) {
    Thread self = Thread.currentThread();
    waiters.add(self);
    pending.awaitedBy(self);
    if (background != null) {
      transport.wake(); // it lets callers go first
    }
    if (turn.isLocked() && !pending.isDone()) {
      LockSupport.parkNanos(this, LONGEST_WAIT_NANOS);
    }
    waiters.remove(self);
  }

  private void leaveTurn() {
    turn.unlock();
    Thread next = waiters.peek();
    if (next != null) {
      LockSupport.unpark(next);
    }
  }

  /** With the turn, until what is waited for has ended or somebody's code is to be run. */
  private void drive(Pending pending) {
    awaited = pending;
    try {
      while (completions.isEmpty() && !pending.isDone() && !mustLeave()) {
        if (!takeTurn()) {
          long wakeUp = turnNanos + LONGEST_SLEEP_NANOS;
          transport.await(Math.min(dispatcher.nextTimeNanos(), wakeUp));
        }
      }
    } finally {
      awaited = null;
      leaveTurn();
    }
    complete();
    if (!tasks.isEmpty()) {
      pump(); // they came when the turn was all but over
    }
  }

  private boolean mustLeave() {
    Thread self = Thread.currentThread();
    return closed || self.isInterrupted() || self == background && !waiters.isEmpty();
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
    Pending never = new Awaited();
    while (!closed) {
      Thread.interrupted(); // a callback's, or a thread group's: it must not stop the turns
      if (waiters.isEmpty()) {
        turn.lock();
        drive(never);
      } else {
        LockSupport.parkNanos(this, A_MOMENT_NANOS);
      }
    }
  }

  /** From now on the machines get a turn every now and then, also while nobody waits. */
  public void tick(Duration interval) {
    Runnable ticking =
        () -> {
          while (!closed) {
            LockSupport.parkNanos(this, interval.toNanos());
            pump();
          }
        };
    Thread ticker = new Thread(ticking, "papilio-tick-" + id());
    ticker.setDaemon(true);
    ticker.start();
  }

  /**
   * Ends what the machines have under way, and leaves. If another thread has the turn, that one
   * does so, and is waited for: a process that ended before would take its last words with it.
   */
  @Override
  public void close() {
    CountDownLatch left = new CountDownLatch(1);
    execute(
        () -> {
          closed = true;
          onLost(new Loss(id(), true, "this node was closed"));
          transport.close();
          left.countDown();
        });
    long end = System.nanoTime() + LONGEST_CLOSE_NANOS;
    while (!driven
        && left.getCount() > 0
        && !turn.isHeldByCurrentThread()
        && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(this, A_MOMENT_NANOS);
    }
  }
}
