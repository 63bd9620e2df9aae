package io.papilio.cli.collective;

import io.papilio.cli.collective.AllReduceTimer.Contender;
import io.papilio.cli.collective.AllReduceTimer.Times;
import io.papilio.cli.terminal.Progress;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What every rank of the benchmark does, be it a thread or a process. A process tells the command
 * that started it how far it is, in lines that begin with a sign of their own:
 *
 * <pre>
 *   @stage 1000 elements
 *   @step
 *   @row 0 1000 true 9.5 12.1 12.7    contender, length, correct, predicted, sorted microseconds
 * </pre>
 */
final class AllReduceBench implements ProcessTask {
  static final String AUTO = "auto";
  private static final String STAGE = "@stage ";
  private static final String STEP = "@step";
  private static final String ROW = "@row ";

  /** What is to be measured; also as arguments of a process. */
  record Plan(List<Integer> lengths, List<String> algorithms, int samples, boolean calibrated) {

    List<String> arguments() {
      return List.of(
          lengths.stream().map(String::valueOf).collect(Collectors.joining(",")),
          String.join(",", algorithms),
          String.valueOf(samples),
          String.valueOf(calibrated));
    }

    static Plan parse(List<String> arguments) {
      return new Plan(
          Arrays.stream(arguments.get(0).split(",")).map(Integer::valueOf).toList(),
          List.of(arguments.get(1).split(",")),
          Integer.parseInt(arguments.get(2)),
          Boolean.parseBoolean(arguments.get(3)));
    }

    List<Contender> contenders() {
      return algorithms.stream().map(name -> new Contender(name, algorithm(name))).toList();
    }

    private static Optional<Algorithm> algorithm(String name) {
      return name.equals(AUTO)
          ? Optional.empty()
          : Optional.of(Algorithms.named(Kind.ALL_REDUCE, name));
    }

    /** How many samples are taken in all. */
    long steps() {
      return (long) lengths.size() * algorithms.size() * samples;
    }
  }

  /** A contender's times for a length. */
  record Row(int contender, int length, double predictedMicros, Times times) {

    @Override
    public String toString() {
      return contender
          + " "
          + length
          + " "
          + times.correct()
          + " "
          + predictedMicros
          + Arrays.stream(times.micros())
              .mapToObj(micros -> " " + micros)
              .collect(Collectors.joining());
    }

    static Row parse(String text) {
      String[] words = text.split(" ");
      double[] micros =
          Arrays.stream(words, 4, words.length).mapToDouble(Double::parseDouble).toArray();
      return new Row(
          Integer.parseInt(words[0]),
          Integer.parseInt(words[1]),
          Double.parseDouble(words[3]),
          new Times(micros, Boolean.parseBoolean(words[2])));
    }
  }

  /** All ranks call it; rank 0 tells of the progress and of the rows. */
  static void run(Communicator comm, Plan plan, Progress progress, Consumer<Row> rows) {
    if (plan.calibrated()) {
      comm.calibrate();
    }
    for (int length : plan.lengths()) {
      if (comm.rank() == 0) {
        progress.stage(length + " elements");
      }
      AllReduceTimer timer = new AllReduceTimer(comm, length);
      Times[] times = timer.time(plan.contenders(), plan.samples(), progress);
      for (int i = 0; i < times.length && comm.rank() == 0; i++) {
        Algorithm algorithm = plan.contenders().get(i).algorithm().orElse(null);
        double predicted = comm.price(algorithm, ElementType.FLOAT, length).totalMicros();
        rows.accept(new Row(i, length, predicted, times[i]));
      }
    }
  }

  @Override
  public void run(Communicator comm, List<String> arguments) {
    run(comm, Plan.parse(arguments), new Announcing(), row -> System.out.println(ROW + row));
  }

  /** Progress for the command that started this process. */
  private static final class Announcing implements Progress {
    @Override
    public void stage(String what) {
      System.out.println(STAGE + what);
    }

    @Override
    public void step() {
      System.out.println(STEP);
    }

    @Override
    public void close() {}
  }

  /** Understands what rank 0 announces; all else that ranks say is passed on. */
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
      } else if (text.startsWith(ROW)) {
        rows.add(Row.parse(text.substring(ROW.length())));
      } else {
        progress.step();
      }
    }
  }
}
