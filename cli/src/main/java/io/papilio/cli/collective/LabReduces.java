package io.papilio.cli.collective;

import io.papilio.cli.terminal.Progress;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.MixCounts;
import io.papilio.runtime.mixing.Mixer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What every worker of the experiment does, be it a thread or a process: all mix with all, at an
 * uneven pace, under one consistency after the other.
 *
 * <pre>
 *   iteration   work for 0 to 200 us, send to N - 1 workers, reduce what N - 1 have sent
 * </pre>
 *
 * A process tells the command that started it how far it is, in lines that begin with a sign of
 * their own:
 *
 * <pre>
 *   @stage warm-up
 *   @stage bsp
 *   @row bsp 4000 4000 0 0 0 0 2.71     reduces, full, missing, stale, newer, torn, seconds
 * </pre>
 */
final class LabReduces implements ProcessTask {
  private static final String STAGE = "@stage ";
  private static final String ROW = "@row ";
  private static final int MOST_WORK_NANOS = 200_000;

  /** Of each consistency, not counted, or the first would pay for what all need. */
  private static final int WARM_UP_ITERATIONS = 50;

  /** What is to be done; also as arguments of a process. */
  record Plan(List<String> consistencies, int length, int iterations) {

    Plan warmUp() {
      return new Plan(consistencies, length, Math.min(iterations, WARM_UP_ITERATIONS));
    }

    List<String> arguments() {
      return List.of(
          String.join(",", consistencies), String.valueOf(length), String.valueOf(iterations));
    }

    static Plan parse(List<String> arguments) {
      return new Plan(
          List.of(arguments.get(0).split(",")),
          Integer.parseInt(arguments.get(1)),
          Integer.parseInt(arguments.get(2)));
    }
  }

  /** What all workers together have found under a consistency, and how long the slowest took. */
  record Row(String consistency, MixCounts counts, double seconds) {

    @Override
    public String toString() {
      return "%s %d %d %d %d %d %d %s"
          .formatted(
              consistency,
              counts.reduces(),
              counts.full(),
              counts.missing(),
              counts.stale(),
              counts.newer(),
              counts.torn(),
              seconds);
    }

    static Row parse(String text) {
      String[] words = text.split(" ");
      long[] numbers = Arrays.stream(words, 1, 7).mapToLong(Long::parseLong).toArray();
      return new Row(words[0], counts(numbers), Double.parseDouble(words[7]));
    }

    private static MixCounts counts(long[] all) {
      return new MixCounts(all[0], all[1], all[2], all[3], all[4], all[5]);
    }
  }

  /** All ranks call it; rank 0 tells of the progress and of the rows. */
  static void run(Communicator comm, Plan plan, Consumer<String> stages, Consumer<Row> rows) {
    if (comm.rank() == 0) {
      stages.accept("warm-up");
    }
    for (String consistency : plan.consistencies()) {
      mix(comm, plan.warmUp(), Consistency.parse(consistency));
    }
    for (String consistency : plan.consistencies()) {
      if (comm.rank() == 0) {
        stages.accept(consistency);
      }
      comm.barrier();
      long start = System.nanoTime();
      MixCounts own = mix(comm, plan, Consistency.parse(consistency));
      double seconds = comm.allReduce((System.nanoTime() - start) / 1e9, Reduction.MAX);
      long[] sums = {
        own.reduces(), own.full(), own.missing(), own.stale(), own.newer(), own.torn()
      };
      comm.allReduce(sums, Reduction.SUM);
      if (comm.rank() == 0) {
        rows.accept(new Row(consistency, Row.counts(sums), seconds));
      }
    }
  }

  private static MixCounts mix(Communicator comm, Plan plan, Consistency consistency) {
    float[] weights = new float[plan.length()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = comm.rank() + 1f / (1 + i);
    }
    Random random = new Random(comm.rank());
    Topology all = Topologies.named("complete");
    try (Mixer mixer = new Mixer(comm, all, consistency, new DenseAverage(weights))) {
      for (int i = 0; i < plan.iterations(); i++) {
        LockSupport.parkNanos(random.nextInt(MOST_WORK_NANOS));
        mixer.send();
        mixer.reduce();
      }
      return mixer.counts();
    }
  }

  @Override
  public void run(Communicator comm, List<String> arguments) {
    run(
        comm,
        Plan.parse(arguments),
        stage -> System.out.println(STAGE + stage),
        row -> System.out.println(ROW + row));
  }

  /** Understands what rank 0 announces; all else that workers say is passed on. */
  record Listener(Progress progress, List<Row> rows, LineSink others) implements LineSink {

    Listener(Progress progress, LineSink others) {
      this(progress, new ArrayList<>(), others);
    }

    @Override
    public synchronized void line(int rank, Stream stream, String text) {
      if (rank != 0 || stream != Stream.STDOUT || !text.startsWith("@")) {
        others.line(rank, stream, text);
      } else if (text.startsWith(STAGE)) {
        progress.stage(text.substring(STAGE.length()));
      } else {
        rows.add(Row.parse(text.substring(ROW.length())));
        progress.step();
      }
    }
  }
}
