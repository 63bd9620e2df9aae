package io.papilio.runtime.process;

import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The worker of these tests: adds up vectors with its peers, one after the other without end,
 * checks every element of every sum, and says what it sees in lines that the test reads.
 *
 * <pre>
 *   group 1 rank 0 size 3 node 0, pid 9   a group has formed; its number, and my place in it
 *   at 1 17                               iteration 17 of it was right
 *   wrong ...                             a sum was not: never
 *   failed MILLIS rank 2 node 2: ...      a call has ended with an exception, at that time
 *   outcast MILLIS ...                    there is no next group for me
 *   idle, going, stopped                  as ordered
 * </pre>
 *
 * The test gives orders in files that are called as the number of the node: {@code throw TEXT},
 * {@code error TEXT}, {@code exit CODE}, {@code idle}, {@code go}, {@code stop}, and after a
 * failure {@code shrink}, for which nobody waits after {@code auto}. Arguments are {@code auto},
 * {@code async} (two operations at once) and {@code idle} (every group begins with that).
 */
final class Adder implements ProcessTask {
  /** Some ranks have no part of the first; the others fit in a frame, and do not. */
  private static final int[] LENGTHS = {3, 1_000, 70_000};

  /** The name of an order to all: no pauses any more. */
  static final String NO_IDLING = "no-idling";

  private static final long LINE_NANOS = 10_000_000L;
  private static final long LOOK_NANOS = 2_000_000L;

  private Path orders;
  private boolean auto;
  private boolean async;
  private boolean idle;
  private boolean stop;
  private int node;
  private float[] memory = new float[LENGTHS[LENGTHS.length - 1]];
  private long saidNanos;

  @Override
  public void run(Communicator first, List<String> arguments) throws Exception {
    orders = Path.of(arguments.get(0));
    auto = arguments.contains("auto");
    async = arguments.contains("async");
    idle = arguments.contains("idle");
    node = first.group().node(first.rank());
    Communicator group = first;
    while (group != null) {
      group = live(group);
    }
    say("stopped");
  }

  private static void say(String text) {
    System.out.println(text);
  }

  /** Adds until the group breaks; returns the next group, or null if that was not needed. */
  private Communicator live(Communicator group) throws Exception {
    int epoch = group.group().epoch();
    say(
        "group %d rank %d size %d node %d, pid %d"
            .formatted(epoch, group.rank(), group.size(), node, ProcessHandle.current().pid()));
    if (idle) {
      idle();
    }
    try {
      for (int iteration = 0; true; iteration++) {
        obey(order());
        if (add(group, iteration)) {
          return null;
        }
        if (System.nanoTime() - saidNanos > LINE_NANOS) {
          saidNanos = System.nanoTime();
          say("at " + epoch + " " + iteration);
        }
      }
    } catch (CollectiveException e) {
      int culprit = e.failedRank() < 0 ? -1 : group.group().node(e.failedRank());
      say(
          "failed %d rank %d node %d: %s"
              .formatted(System.currentTimeMillis(), e.failedRank(), culprit, e.getMessage()));
      Arrays.fill(memory, -1); // it is ours again, and nobody may see what we do with it
      return shrink(group);
    }
  }

  private Communicator shrink(Communicator group) throws Exception {
    while (!auto && !order().equals("shrink")) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    try {
      return group.regroup();
    } catch (RuntimeException e) {
      say("outcast " + System.currentTimeMillis() + " " + e);
      throw e;
    }
  }

  /** Takes the order that is there, or nothing. */
  private String order() throws IOException {
    Path file = orders.resolve(Integer.toString(node));
    if (!Files.exists(file)) {
      return "";
    }
    try {
      String order = Files.readString(file);
      Files.delete(file);
      return order;
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private void obey(String order) throws Exception {
    String[] words = order.split(" ", 2);
    switch (words[0]) {
      case "", "go" -> {}
      case "throw" -> throw new IllegalStateException(words[1]);
      case "error" -> throw new OutOfMemoryError(words[1]);
      case "exit" -> new Thread(() -> System.exit(Integer.parseInt(words[1]))).start();
      case "stop" -> stop = true;
      case "auto" -> auto = true;
      case "idle" -> idle();
      default -> throw new IllegalArgumentException(order);
    }
  }

  /** A user's own work, in which nobody calls anything of ours. */
  private void idle() throws IOException {
    say("idle");
    while (!order().equals("go") && !Files.exists(orders.resolve(NO_IDLING))) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    say("going");
  }

  /** One iteration; whether somebody has said in it that all should stop. */
  private boolean add(Communicator group, int iteration) {
    int length = LENGTHS[iteration % LENGTHS.length];
    float[] values = memory;
    for (int i = 1; i < length; i++) {
      values[i] = value(node, iteration, i);
    }
    values[0] = stop ? 1 : 0;
    Slice all = Slice.of(values).slice(0, length);
    if (async) {
      addInTwoHalves(group, all);
    } else {
      group.allReduce(all, Reduction.SUM);
    }
    for (int i = 1; i < length; i++) {
      float sum = 0;
      for (int each : group.group().nodes()) {
        sum += value(each, iteration, i);
      }
      if (values[i] != sum) {
        say("wrong in %s: element %d of %d".formatted(group.group(), i, length));
        throw new AssertionError("iteration " + iteration + ": " + values[i] + " not " + sum);
      }
    }
    return values[0] > 0;
  }

  private static void addInTwoHalves(Communicator group, Slice all) {
    CompletableFuture<Void> one = group.allReduceAsync(all.slice(0, 2), Reduction.SUM);
    CompletableFuture<Void> other = group.allReduceAsync(all.slice(2, all.length()), Reduction.SUM);
    group.context().await(one);
    group.context().await(other);
  }

  /** Small whole numbers, so that sums are exact; different for each node, place and time. */
  private static float value(int node, int iteration, int i) {
    return (node * 389 + iteration * 101 + i) & 1023;
  }
}
