package io.papilio.bench;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.FactorChoice;
import io.papilio.learn.matrix.FactorChoice.Way;
import io.papilio.learn.matrix.FactorSgd;
import io.papilio.learn.matrix.FactorSync;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.Rate;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Invitation;
import io.papilio.runtime.comm.LocalCluster;
import io.papilio.runtime.comm.ProcessCluster;
import io.papilio.runtime.comm.ProcessTask;
import io.papilio.runtime.comm.Reduction;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether {@code --sync auto} takes what is fastest: times an iteration of a matrix model that
 * computes nothing, in each way that auto has to choose from and with auto itself.
 *
 * <pre>
 *   threads [QUICK]          of this JVM
 *   tcp MBITS [QUICK]        processes with links of so many Mbit/s
 * </pre>
 *
 * Prints a row for each case: the times in microseconds, the prices of the three ways, what auto
 * chooses, and by how much the way it chooses is slower than the best. QUICK times a few cases.
 */
public final class FactorChoiceBench implements ProcessTask {
  private static final int[] WORKERS = {2, 4};
  private static final int SAMPLES = 3;
  private static final double SAMPLE_SECONDS = 0.15;

  /** J, D, K, and how many in a thousand elements of v there are. */
  private static final int[][] CASES = {
    {10, 785, 16, 1000},
    {10, 785, 16, 200},
    {10, 785, 256, 1000},
    {100, 1000, 1, 1000},
    {100, 1000, 16, 1000},
    {100, 1000, 16, 10},
    {100, 1000, 128, 1000},
    {100, 1000, 128, 100},
    {2, 100_000, 64, 1},
    {100, 40_000, 4, 2},
    {100, 40_000, 64, 2},
    {1000, 1000, 1, 1000},
    {1000, 1000, 16, 1000},
    {1000, 1000, 64, 1000},
    {1000, 1000, 64, 10},
    {2000, 2000, 16, 1000},
  };

  private static final int QUICK = 5;

  private record Case(int rows, int columns, int pairs, double density) {
    static Case of(int[] numbers) {
      return new Case(numbers[0], numbers[1], numbers[2], numbers[3] / 1e3);
    }

    FactorChoice choice(int workers) {
      return new FactorChoice(pairs, rows, columns, density * columns, workers);
    }
  }

  public static void main(String[] args) throws Exception {
    boolean threads = args.length > 0 && args[0].equals("threads");
    if (!threads && (args.length < 2 || !args[0].equals("tcp"))) {
      throw new IllegalArgumentException("threads, or tcp MBITS");
    }
    List<String> rest = List.of(args).subList(1, args.length);
    System.out.println(
        line(
            "workers", "J", "D", "K", "density", "factors", "sparse", "dense", "auto", "takes",
            "by best"));
    for (int workers : WORKERS) {
      if (threads) {
        LocalCluster.run(
            workers, comm -> time(comm, LinkModel.inproc(), rest.isEmpty() ? CASES.length : QUICK));
      } else {
        processes(workers, rest);
      }
    }
    System.exit(0);
  }

  private static void processes(int workers, List<String> arguments) throws Exception {
    double bytesPerSecond = Double.parseDouble(arguments.get(0)) * 1e6 / 8;
    try (ProcessCluster cluster =
        ProcessCluster.start(
            workers,
            Invitation.local(Sharing.NEVER).withThrottle(bytesPerSecond),
            ProcessCluster.task(FactorChoiceBench.class, arguments),
            (rank, stream, line) -> System.out.println(line))) {
      cluster.await();
    }
  }

  @Override
  public void run(Communicator comm, List<String> arguments) {
    double gigabits = Double.parseDouble(arguments.get(0)) / 1e3;
    LinkModel link =
        new LinkModel(
            LinkModel.tcp().alphaNanos(),
            8 / gigabits,
            LinkModel.tcp().gammaNanosPerByte(),
            LinkModel.tcp().zetaNanosPerByte(),
            LinkModel.tcp().cores());
    time(comm, link, arguments.size() > 1 ? QUICK : CASES.length);
  }

  private static void time(Communicator comm, LinkModel link, int cases) {
    for (int i = 0; i < cases; i++) {
      Case each = Case.of(CASES[i * (CASES.length / cases)]);
      List<FactorSync> syncs =
          List.of(
              FactorSync.factors(),
              new FactorSync.FullMatrix(true),
              new FactorSync.FullMatrix(false),
              new FactorSync.Auto(link));
      double[] best = new double[syncs.size()];
      Arrays.fill(best, Double.POSITIVE_INFINITY);
      for (int sample = 0; sample <= SAMPLES; sample++) { // the first one warms up
        for (int way = 0; way < best.length; way++) {
          double micros = micros(comm, each, syncs.get(way));
          best[way] = sample == 0 ? best[way] : Math.min(best[way], micros);
        }
      }
      if (comm.rank() == 0) {
        System.out.println(row(each, comm.size(), link, best));
      }
    }
  }

  /** Of an iteration: as many as take some time. */
  private static double micros(Communicator comm, Case each, FactorSync sync) {
    double few = seconds(comm, each, sync, 2) / 2;
    int iterations = (int) Math.max(3, Math.min(500, SAMPLE_SECONDS / few));
    return seconds(comm, each, sync, iterations) / iterations * 1e6;
  }

  private static double seconds(Communicator comm, Case each, FactorSync sync, int iterations) {
    int rows = each.pairs * iterations;
    Shard shard =
        Shard.of(
            List.of(new SparseRows(new int[rows + 1], new int[0], new float[0], new float[rows])));
    PairsModel model = new PairsModel(each.rows, each.columns, each.density, comm.rank());
    FactorSgd sgd =
        new FactorSgd(() -> model, 1, each.pairs, new Rate(Rate.Kind.CONSTANT, 1e-3), 1, sync, 1);
    float[] weights = new float[Matrix.length(each.rows, each.columns)];
    comm.barrier();
    long start = System.nanoTime();
    sgd.run(comm, shard, weights, (examples, w) -> true);
    double[] seconds = {(System.nanoTime() - start) / 1e9};
    comm.allReduce(seconds, Reduction.MAX);
    return seconds[0];
  }

  private static String row(Case each, int workers, LinkModel link, double[] micros) {
    FactorChoice choice = each.choice(workers);
    Way chosen = choice.cheapest(link);
    List<Object> cells = new ArrayList<>();
    cells.addAll(List.of(workers, each.rows, each.columns, each.pairs, each.density));
    double best = Math.min(micros[0], Math.min(micros[1], micros[2]));
    for (Way way : Way.values()) {
      double predicted = choice.nanos(way, link) / 1e3;
      cells.add(String.format(Locale.ROOT, "%.0f (%.0f)", micros[way.ordinal()], predicted));
    }
    cells.add(String.format(Locale.ROOT, "%.0f", micros[3]));
    cells.add(chosen.toString().toLowerCase(Locale.ROOT));
    cells.add(MarkdownTable.ratio(micros[chosen.ordinal()] / best));
    return line(cells.toArray());
  }

  private static String line(Object... cells) {
    StringBuilder line = new StringBuilder();
    for (Object cell : cells) {
      line.append(String.format(Locale.ROOT, "%-16s ", cell));
    }
    return line.toString().stripTrailing();
  }
}
