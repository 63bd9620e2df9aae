package io.papilio.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Peer;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.local.LocalNetwork;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class NodeTest {
  private static final long CHANNEL = 5;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LocalNetwork network = new LocalNetwork(2);
  private final Peer peer = new Peer(network.transport(0));
  private final Node node = new Node(network.transport(1));

  /** Writes down what it is told, and does something when its time has come. */
  private static final class Machine implements Protocol {
    final long channel;
    final int epoch;
    final List<Message> messages = new ArrayList<>();
    final List<Message> released = new ArrayList<>();
    final List<Loss> losses = new ArrayList<>();
    final AtomicLong wakeUpNanos = new AtomicLong(NEVER);
    final CompletableFuture<Loss> firstLoss = new CompletableFuture<>();
    Runnable alarm = () -> {};
    Runnable answer = () -> {};

    Machine(long channel, int epoch) {
      this.channel = channel;
      this.epoch = epoch;
    }

    @Override
    public long channel() {
      return channel;
    }

    @Override
    public int epoch() {
      return epoch;
    }

    @Override
    public void onMessage(Message message) {
      messages.add(message);
      message.release();
      answer.run();
    }

    @Override
    public void onReleased(Message message) {
      released.add(message);
    }

    @Override
    public void onLost(Loss loss) {
      losses.add(loss);
      firstLoss.complete(loss);
    }

    @Override
    public void onTime(long nowNanos) {
      wakeUpNanos.set(NEVER);
      alarm.run();
    }

    @Override
    public long nextTimeNanos() {
      return wakeUpNanos.get();
    }

    List<Long> numbers() {
      return messages.stream().map(Message::operation).toList();
    }
  }

  private void send(long channel, int epoch, long operation) {
    peer.transport().send(Message.to(1, Lane.DATA, channel).epoch(epoch).operation(operation));
  }

  private Machine attached(long channel, int epoch) {
    Machine machine = new Machine(channel, epoch);
    node.execute(() -> node.attach(machine));
    return machine;
  }

  /** Takes a turn. */
  private void turn() {
    node.execute(() -> {});
  }

  private int released() {
    peer.poll();
    return peer.released().size();
  }

  @Test
  void shouldHandMessagesToTheMachineOfTheirChannel() {
    Machine one = attached(CHANNEL, 0);
    Machine other = attached(CHANNEL + 1, 3);
    send(CHANNEL + 1, 3, 1);
    send(CHANNEL, 0, 2);
    send(CHANNEL, 0, 3);
    turn();
    assertEquals(List.of(2L, 3L), one.numbers());
    assertEquals(List.of(1L), other.numbers());
    assertEquals(3, released());
  }

  @Test
  void shouldKeepWhatComesBeforeItsMachine() {
    send(CHANNEL, 0, 1);
    send(CHANNEL + 1, 0, 2);
    send(CHANNEL, 0, 3);
    turn();
    assertEquals(0, released());
    Machine machine = attached(CHANNEL, 0);
    assertEquals(List.of(1L, 3L), machine.numbers());
    assertEquals(2, released());
    assertEquals(List.of(2L), attached(CHANNEL + 1, 0).numbers());
  }

  @Test
  void shouldDropWhatIsOlderThanItsMachine() {
    Machine machine = attached(CHANNEL, 2);
    send(CHANNEL, 1, 1);
    send(CHANNEL, 0, 2);
    send(CHANNEL, 2, 3);
    turn();
    assertEquals(List.of(3L), machine.numbers());
    assertEquals(3, released());
  }

  @Test
  void shouldKeepWhatIsNewerForASuccessor() {
    Machine old = attached(CHANNEL, 0);
    send(CHANNEL, 1, 1);
    send(CHANNEL, 0, 2);
    send(CHANNEL, 2, 3);
    turn();
    assertEquals(List.of(2L), old.numbers());
    Machine next = attached(CHANNEL, 1);
    assertEquals(List.of(1L), next.numbers());
    send(CHANNEL, 0, 4);
    send(CHANNEL, 1, 5);
    turn();
    assertEquals(List.of(1L, 5L), next.numbers());
    assertEquals(List.of(2L), old.numbers());
    Machine last = attached(CHANNEL, 2);
    assertEquals(List.of(3L), last.numbers());
    assertEquals(5, released());
  }

  @Test
  void shouldDropWhatComesForAMachineThatIsGone() {
    Machine machine = attached(CHANNEL, 1);
    node.execute(() -> node.detach(machine));
    send(CHANNEL, 1, 1);
    send(CHANNEL, 0, 2);
    send(CHANNEL, 2, 3);
    turn();
    assertEquals(2, released());
    assertEquals(List.of(3L), attached(CHANNEL, 2).numbers());
    assertEquals(List.of(), machine.numbers());
  }

  @Test
  void shouldNotDetachASuccessor() {
    Machine old = attached(CHANNEL, 0);
    Machine next = attached(CHANNEL, 1);
    node.execute(() -> node.detach(old));
    send(CHANNEL, 1, 1);
    turn();
    assertEquals(List.of(1L), next.numbers());
  }

  @Test
  void shouldReturnMessagesToTheMachineThatSentThem() {
    Machine machine = attached(CHANNEL, 1);
    Machine other = attached(CHANNEL + 1, 1);
    Message current = Message.to(0, Lane.DATA, CHANNEL).epoch(1).payload(Slice.of(new int[] {1}));
    Message stale = Message.to(0, Lane.DATA, CHANNEL).epoch(0).payload(Slice.of(new int[] {1}));
    node.send(stale);
    node.send(current);
    peer.poll();
    peer.messages().forEach(Message::release);
    turn();
    assertEquals(List.of(current), machine.released);
    assertEquals(List.of(), other.released);
  }

  @Test
  void shouldTellOfALossOnceAndAlsoThoseWhoComeLater() {
    Machine machine = attached(CHANNEL, 0);
    network.lose(0, "broken");
    peer.transport().close();
    turn();
    List<Loss> expected = List.of(new Loss(0, false, "broken"));
    assertEquals(expected, machine.losses);
    assertEquals(expected, attached(CHANNEL + 1, 0).losses);
    turn();
    assertEquals(expected, machine.losses);
  }

  @Test
  void shouldRunTasksOfManyThreadsOneAtATime() throws InterruptedException {
    int threads = 4;
    int count = 5_000;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    int[] done = new int[1];
    List<Thread> all = new ArrayList<>();
    Runnable task =
        () -> {
          together.accumulateAndGet(inside.incrementAndGet(), Math::max);
          done[0]++;
          inside.decrementAndGet();
        };
    Runnable many =
        () -> {
          for (int i = 0; i < count; i++) {
            node.execute(task);
          }
        };
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(many, "caller-" + i);
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertEquals(threads * count, done[0]);
    assertEquals(1, together.get());
  }

  @Test
  void shouldRunATaskOfATaskInTheSameTurn() {
    List<String> order = new ArrayList<>();
    node.execute(
        () -> {
          node.afterTurn(() -> order.add("after"));
          node.execute(() -> order.add("inner"));
          order.add("outer");
        });
    assertEquals(List.of("outer", "inner", "after"), order);
  }

  @Test
  void shouldWakeMachinesAtTheirTime() throws InterruptedException {
    Machine machine = attached(CHANNEL, 0);
    CompletableFuture<Long> rang = new CompletableFuture<>();
    machine.alarm = () -> node.afterTurn(() -> rang.complete(node.nanoTime()));
    long due = node.nanoTime() + SECOND / 50;
    machine.wakeUpNanos.set(due);
    node.await(rang);
    assertTrue(rang.join() >= due);
    assertTrue(rang.join() < due + 10 * SECOND);
  }

  /** There is always another message, as when peers send without waiting for anybody. */
  @ParameterizedTest
  @EnumSource(Lane.class)
  void shouldNotDrownInMessages(Lane lane) throws InterruptedException {
    CompletableFuture<Void> future = new CompletableFuture<>();
    CompletableFuture<Void> rang = new CompletableFuture<>();
    Machine machine = attached(CHANNEL, 0);
    machine.alarm = () -> node.afterTurn(() -> rang.complete(null));
    machine.answer =
        () -> {
          node.send(Message.to(1, lane, CHANNEL));
          if (machine.messages.size() == 10) {
            node.afterTurn(() -> future.complete(null));
            machine.wakeUpNanos.set(node.nanoTime());
          }
          if (machine.messages.size() > 100_000) {
            machine.answer = () -> {}; // drowned
          }
        };
    send(CHANNEL, 0, 1);
    node.await(future);
    node.await(rang);
    int heard = machine.messages.size();
    machine.answer = () -> {};
    assertTrue(heard < 100_000, "only when the flood was over");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void shouldLetManyThreadsWait(int threads) throws InterruptedException {
    Machine machine = attached(CHANNEL, 0);
    int count = 500;
    List<Thread> all = new ArrayList<>();
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> awaitTasks(count, done), "waiting-" + i);
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertEquals(threads * count, done.get());
    assertEquals(List.of(), machine.losses);
    node.close();
  }

  private void awaitTasks(int count, AtomicInteger done) {
    for (int i = 0; i < count; i++) {
      CompletableFuture<Void> future = new CompletableFuture<>();
      node.execute(() -> node.afterTurn(() -> future.complete(null)));
      try {
        node.await(future);
      } catch (InterruptedException e) {
        return; // counted as missing
      }
      done.incrementAndGet();
    }
  }

  /** The thread that waits has the turn while another thread completes what it waits for. */
  @Test
  void shouldSeeWhatAnotherThreadCompletes() throws InterruptedException {
    CompletableFuture<Void> future = new CompletableFuture<>();
    CountDownLatch completing = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    Machine machine = attached(CHANNEL, 0);
    machine.alarm = waiting::countDown;
    Runnable completion =
        () -> {
          completing.countDown();
          await(waiting);
          future.complete(null);
        };
    Thread completer =
        new Thread(() -> node.execute(() -> node.afterTurn(completion)), "completer");
    completer.start();
    await(completing);
    machine.wakeUpNanos.set(0); // in the turn of the thread that waits
    Thread waiter = new Thread(() -> assertTrue(awaited(future)), "waiter");
    waiter.start();
    waiter.join(10_000);
    assertFalse(waiter.isAlive(), "what it waits for is done: " + future.isDone());
    completer.join();
  }

  /** A thread that leaves, because what it waited for is done, must not leave work behind. */
  @Test
  void shouldNotForgetATaskThatComesAtTheEndOfATurn() throws InterruptedException {
    CompletableFuture<Void> future = new CompletableFuture<>();
    CompletableFuture<Void> taskRun = new CompletableFuture<>();
    CountDownLatch atTheEnd = new CountDownLatch(1);
    CountDownLatch added = new CountDownLatch(1);
    Machine machine = attached(CHANNEL, 0);
    machine.alarm =
        () -> {
          atTheEnd.countDown();
          await(added);
          node.afterTurn(() -> future.complete(null));
        };
    machine.wakeUpNanos.set(0);
    Thread waiter = new Thread(() -> assertTrue(awaited(future)), "waiter");
    waiter.start();
    await(atTheEnd);
    node.execute(() -> taskRun.complete(null));
    added.countDown();
    waiter.join(10_000);
    assertFalse(waiter.isAlive());
    assertTrue(taskRun.isDone(), "the task was forgotten");
  }

  /** Who is told of an end may well begin something new and wait for that. */
  @Test
  void shouldLetACompletionWait() throws InterruptedException {
    CompletableFuture<Void> first = new CompletableFuture<>();
    CompletableFuture<Void> second = new CompletableFuture<>();
    CompletableFuture<Void> rang = new CompletableFuture<>();
    Runnable beginAndWait =
        () -> {
          node.execute(() -> node.afterTurn(() -> second.complete(null)));
          if (awaited(second)) {
            first.complete(null);
          }
        };
    node.runInBackground();
    node.execute(() -> node.afterTurn(beginAndWait));
    Machine machine = attached(CHANNEL, 0);
    machine.alarm =
        () -> {
          CompletableFuture<Void> third = new CompletableFuture<>();
          Runnable waitAgain =
              () -> {
                if (awaited(third)) {
                  rang.complete(null);
                }
              };
          node.afterTurn(waitAgain);
          node.execute(() -> node.afterTurn(() -> third.complete(null)));
        };
    machine.wakeUpNanos.set(node.nanoTime());
    node.transport().wake();
    node.await(first);
    node.await(second);
    node.await(rang); // or closing would end that wait
    CompletableFuture<Void> last = new CompletableFuture<>();
    node.execute(() -> node.afterTurn(() -> last.complete(null)));
    node.await(last);
    assertTrue(last.isDone());
    node.close();
  }

  @Test
  void shouldEndAWaitOnInterrupt() throws InterruptedException {
    for (boolean background : new boolean[] {false, true}) {
      if (background) {
        node.runInBackground();
      }
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Runnable waiting =
          () -> {
            try {
              node.await(new CompletableFuture<>());
            } catch (InterruptedException e) {
              thrown.set(e);
            }
          };
      Thread waiter = new Thread(waiting, "waiter");
      waiter.start();
      waiter.interrupt();
      waiter.join(10_000);
      assertFalse(waiter.isAlive());
      assertEquals(InterruptedException.class, thrown.get().getClass());
    }
    node.close();
  }

  @Test
  void shouldEndItsThreadWhenClosed() throws InterruptedException {
    node.runInBackground();
    node.runInBackground();
    List<Thread> own =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("papilio-node-1"))
            .toList();
    assertEquals(1, own.size());
    node.close();
    own.get(0).join(10_000);
    assertFalse(own.get(0).isAlive());
    peer.poll();
    assertTrue(peer.losses().get(0).orderly());
    assertThrows(IllegalStateException.class, () -> node.await(new CompletableFuture<>()));
  }

  @Test
  void shouldTellItsMachinesWhenClosed() {
    Machine machine = attached(CHANNEL, 0);
    node.close();
    assertEquals(1, machine.losses.size());
    assertEquals(1, machine.losses.get(0).node());
    node.close();
    assertEquals(1, machine.losses.size());
  }

  @Test
  void shouldOutliveAnErrorOfAMachine() throws InterruptedException {
    node.runInBackground();
    Machine machine = attached(CHANNEL, 0);
    machine.alarm =
        () -> {
          throw new AssertionError("a bug");
        };
    machine.wakeUpNanos.set(node.nanoTime());
    node.transport().wake();
    node.await(machine.firstLoss);
    assertEquals(1, machine.losses.get(0).node());
    assertTrue(machine.losses.get(0).reason().contains("a bug"), machine.losses::toString);
    node.close();
  }

  @Test
  void shouldNotBlockWhereTheTransportDrives() {
    SimulatedNetwork simulated = new SimulatedNetwork(1, 1, 1, 1);
    Node driven = new Node(simulated.transport(0));
    assertThrows(IllegalStateException.class, () -> driven.await(new CompletableFuture<>()));
    Machine machine = new Machine(CHANNEL, 0);
    machine.wakeUpNanos.set(1_000);
    AtomicLong rang = new AtomicLong();
    machine.alarm = () -> rang.set(driven.nanoTime());
    driven.execute(() -> driven.attach(machine));
    assertTrue(simulated.runUntil(() -> rang.get() > 0, SECOND));
    assertEquals(1_000, rang.get());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for a future; false if interrupted. */
  private boolean awaited(CompletableFuture<?> future) {
    try {
      node.await(future);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void shouldNotLetLongPollsKeepItFromItsTimers() {
    BusyTransport transport = new BusyTransport();
    Node busy = new Node(transport);
    Machine machine = new Machine(CHANNEL, 0);
    AtomicLong rangAtNanos = new AtomicLong();
    machine.alarm = () -> rangAtNanos.set(transport.nanoTime());
    busy.execute(() -> busy.attach(machine));
    long dueNanos = transport.nanoTime() + 3 * SECOND;
    machine.wakeUpNanos.set(dueNanos);
    busy.execute(() -> {});
    assertEquals(dueNanos, rangAtNanos.get());
  }

  /** A process that ended before its transport has left would take its last words with it. */
  @Test
  void shouldReturnFromCloseWhenTheTransportHasLeft() throws Exception {
    Transport slow = network.transport(0);
    CountDownLatch isLeaving = new CountDownLatch(1);
    CountDownLatch mayLeave = new CountDownLatch(1);
    Transport transport =
        (Transport)
            Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (self, method, arguments) -> {
                  if (method.getName().equals("close")) {
                    isLeaving.countDown();
                    mayLeave.await();
                  }
                  return method.invoke(slow, arguments);
                });
    Node leaver = new Node(transport);
    CountDownLatch hasTurn = new CountDownLatch(1);
    CountDownLatch endsTurn = new CountDownLatch(1);
    Runnable turn =
        () -> {
          hasTurn.countDown();
          awaitUninterrupted(endsTurn);
        };
    Thread other = new Thread(() -> leaver.execute(turn));
    other.start();
    hasTurn.await();
    Thread closing = new Thread(leaver::close);
    closing.start();
    while (closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait(); // until it waits for the other to leave
    }
    endsTurn.countDown();
    isLeaving.await();
    closing.join(100);
    assertTrue(closing.isAlive(), "it waits for the transport");
    mayLeave.countDown();
    closing.join();
    other.join();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
