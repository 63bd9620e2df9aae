package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Orders;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnlineTest {
  private static final long SEED = 5;
  private static final Objective PLAIN = new Objective(Loss.LOGISTIC, 0, 0);
  private static final int LENGTH = Examples.FEATURES + 1;

  /** The updates of one worker, in doubles and without any skill; the bias is a feature here. */
  private static final class Reference {
    final double[] w = new double[LENGTH];
    final double[] g = new double[LENGTH];
    final double[] scale = new double[LENGTH];
    double examples;
    double norms;

    void learn(double[] x, double y, double weight, Online online, double[] shares) {
      Loss loss = online.objective().loss();
      double p = online.power();
      double margin = 0;
      for (int i = 0; i < LENGTH; i++) {
        margin += w[i] * x[i];
      }
      double slope = loss.slope(margin, y);
      if (slope != 0) {
        double reach = 0;
        examples += weight;
        for (int i = 0; i < LENGTH; i++) {
          if (Math.abs(x[i]) > scale[i]) {
            w[i] *= Math.pow(scale[i] / Math.abs(x[i]), 2 - 2 * p);
            scale[i] = Math.abs(x[i]);
          }
          if (x[i] != 0) {
            g[i] += weight * slope * slope * x[i] * x[i];
            norms += weight * x[i] * x[i] / (scale[i] * scale[i]);
            reach += x[i] * x[i] * rate(i, p);
          }
        }
        double spread = Math.pow(norms / examples, p - 1);
        double h = online.rate() * weight;
        double change = spread * InvariantStep.change(loss, margin, y, h, spread * reach);
        for (int i = 0; i < LENGTH; i++) {
          w[i] += x[i] != 0 ? change * x[i] * rate(i, p) : 0;
        }
      }
      double times = online.rate() * weight * Math.pow(norms / examples, p - 1);
      for (int i = 0; i < LENGTH - 1; i++) {
        double share = x[i] != 0 && g[i] > 0 ? times * rate(i, p) * shares[i] : 0;
        double left = Math.max(0, Math.abs(w[i]) - share * online.objective().l1());
        w[i] = Math.signum(w[i]) * left / (1 + share * online.objective().l2());
      }
    }

    private double rate(int i, double p) {
      return Math.pow(g[i], -p) * Math.pow(scale[i], 2 * p - 2);
    }
  }

  private static double[] dense(SparseRows rows, int row) {
    double[] x = new double[LENGTH];
    for (int i = rows.start(row); i < rows.end(row); i++) {
      x[rows.indices()[i]] = rows.values()[i];
    }
    x[LENGTH - 1] = 1;
    return x;
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void shouldFollowItsFormulas(Loss loss) {
    List<SparseRows> blocks = Examples.blocks(150, true);
    Shard all = Shard.of(blocks);
    double[] shares = new double[LENGTH];
    LocalCluster.run(
        1,
        comm -> {
          int[] counts = Batches.frequencies(comm, all, LENGTH - 1);
          for (int i = 0; i < LENGTH - 1; i++) {
            shares[i] = 1.0 / counts[i];
          }
        });
    for (double[] norms : new double[][] {{0, 0}, {3, 0}, {0, 2}, {1, 1}}) {
      for (double power : new double[] {0.5, 0.8}) {
        Online online = new Online(new Objective(loss, norms[0], norms[1]), 2, 0.4, power, SEED);
        Reference reference = new Reference();
        for (int pass = 0; pass < 2; pass++) {
          for (long i : Orders.shuffled(all, SEED, 0, pass)) {
            SparseRows rows = all.block(i);
            int row = all.row(i);
            reference.learn(dense(rows, row), rows.label(row), rows.weight(row), online, shares);
          }
        }
        float[] w = Examples.learn(1, online, blocks).get(0);
        for (int i = 0; i < LENGTH; i++) {
          assertEquals(reference.w[i], w[i], 2e-3, online + ", weight " + i);
        }
      }
    }
  }

  /** Worker 0 sees features 0 to 4, worker 1 features 5 to 9, nobody the others. */
  private static Shard apart(int worker) {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < 40; i++) {
      builder.add(5 * worker + i % 5, 1 + i % 3);
      builder.endRow((i + i / 5) % 2 == 0 ? 1 : -1, 1);
    }
    return Shard.of(List.of(builder.build()));
  }

  @Test
  void shouldTakeEachFeatureFromThoseWhoSawIt() {
    Online online = new Online(new Objective(Loss.LOGISTIC, 0, 0), 1, SEED);
    float[] w = Examples.learn(2, online, OnlineTest::apart).get(0);
    float[] first = new float[LENGTH];
    float[] second = new float[LENGTH];
    LocalCluster.run(
        2,
        comm -> { // each the only one to learn, but with its own rank
          float[] mine = comm.rank() == 0 ? first : second;
          Shard none = Shard.of(List.of());
          for (int learner = 0; learner < 2; learner++) {
            float[] weights = learner == comm.rank() ? mine : new float[LENGTH];
            Shard shard = learner == comm.rank() ? apart(learner) : none;
            online.run(comm, shard, weights, Examples.PATIENT);
          }
        });
    for (int i = 0; i < LENGTH - 1; i++) {
      float expected = i < 5 ? first[i] : i < 10 ? second[i] : 0;
      assertEquals(expected, w[i], Math.ulp(expected), "feature " + i);
      assertEquals(i < 10, w[i] != 0, "feature " + i);
    }
    float bias = w[LENGTH - 1];
    assertTrue(bias >= Math.min(first[LENGTH - 1], second[LENGTH - 1]));
    assertTrue(bias <= Math.max(first[LENGTH - 1], second[LENGTH - 1]));
  }

  @Test
  void shouldAverageByConfidence() {
    float[][] products = new float[2][];
    float[][] sums = new float[2][];
    List<SparseRows> blocks = Examples.blocks(31, true);
    LocalCluster.run(
        2,
        comm -> {
          Shard shard = Shard.of(blocks).part(2, comm.rank());
          float[] start = new float[LENGTH];
          OnlineState state = new OnlineState(PLAIN, 0.5, start, new float[0]);
          Reference reference = new Reference();
          Online online = new Online(new Objective(Loss.LOGISTIC, 0, 0), 1, SEED);
          for (int i = 0; i < shard.size(); i++) {
            SparseRows rows = shard.block(i);
            int row = shard.row(i);
            state.learn(rows, row, 0.5);
            reference.learn(
                dense(rows, row), rows.label(row), rows.weight(row), online, new double[LENGTH]);
          }
          products[comm.rank()] = new float[LENGTH];
          sums[comm.rank()] = new float[LENGTH];
          for (int i = 0; i < LENGTH; i++) {
            products[comm.rank()][i] = (float) (reference.g[i] * reference.w[i]);
            sums[comm.rank()][i] = (float) reference.g[i];
          }
          float[] weights = new float[LENGTH];
          state.average(comm, weights, OnlineState.Then.LOOK);
          comm.barrier();
          for (int i = 0; i < LENGTH; i++) {
            double mean = (products[0][i] + products[1][i]) / (sums[0][i] + sums[1][i]);
            assertEquals(mean, weights[i], 1e-4);
          }
        });
  }

  /** Averaged part by part: features far from each other get what they get side by side. */
  @Test
  void shouldAverageAllParts() {
    int stride = 7_001;
    List<SparseRows> near = Examples.blocks(40, true);
    List<SparseRows> far = near.stream().map(rows -> stretched(rows, stride)).toList();
    LocalCluster.run(
        3,
        comm -> {
          float[] some = new float[LENGTH];
          float[] many = new float[(LENGTH - 1) * stride + 1];
          for (int i = 0; i < LENGTH; i++) {
            some[i] = i < LENGTH - 1 ? i * 0.01f : 0;
            many[i * stride] = some[i];
          }
          OnlineState one = new OnlineState(PLAIN, 0.5, some, new float[0]);
          OnlineState other = new OnlineState(PLAIN, 0.5, many, new float[0]);
          for (OnlineState.Then then : OnlineState.Then.values()) {
            learn(one, Shard.of(near).part(3, comm.rank()));
            learn(other, Shard.of(far).part(3, comm.rank()));
            one.average(comm, some, then);
            other.average(comm, many, then);
            for (int i = 0; i < LENGTH; i++) {
              assertEquals(some[i], many[i * stride], 1e-6, then + ", feature " + i);
            }
          }
        });
  }

  private static void learn(OnlineState state, Shard shard) {
    for (int i = 0; i < shard.size(); i++) {
      state.learn(shard.block(i), shard.row(i), 0.5);
    }
  }

  private static SparseRows stretched(SparseRows rows, int stride) {
    RowsBuilder builder = new RowsBuilder();
    for (int row = 0; row < rows.size(); row++) {
      for (int i = rows.start(row); i < rows.end(row); i++) {
        builder.add(rows.indices()[i] * stride, rows.values()[i]);
      }
      builder.endRow(rows.label(row), rows.weight(row));
    }
    return builder.build();
  }

  /** Two workers, two passes, with one look a pass, with two and with many. */
  @Test
  void shouldGoOnFromTheAverage() {
    for (int rows : new int[] {12, 20, 60}) {
      List<SparseRows> blocks = Examples.blocks(rows, true);
      long entries = blocks.stream().mapToLong(SparseRows::entries).sum();
      int looks = Online.looks(2, entries, LENGTH);
      assertEquals(rows > 12, looks > 1);
      assertEquals(rows == 20, looks == 2); // as many as workers
      Online online = new Online(PLAIN, 2, SEED);
      Reference[] both = {new Reference(), new Reference()};
      Reference base = new Reference();
      for (int look = 0; look < 2 * looks; look++) {
        for (int worker = 0; worker < 2; worker++) {
          Shard shard = Shard.of(blocks).part(2, worker);
          long[] order = Orders.shuffled(shard, SEED, worker, look / looks);
          int from = rows / 2 * (look % looks) / looks;
          int to = rows / 2 * (look % looks + 1) / looks;
          for (int at = from; at < to; at++) {
            SparseRows block = shard.block(order[at]);
            int row = shard.row(order[at]);
            both[worker].learn(
                dense(block, row), block.label(row), block.weight(row), online, new double[LENGTH]);
          }
        }
        average(both[0], both[1], base, looks > 1);
      }
      float[] w = Examples.learn(2, online, blocks).get(1);
      for (int i = 0; i < LENGTH; i++) {
        assertEquals(both[0].w[i], w[i], 1e-4, "weight " + i + " of " + rows + " rows");
      }
    }
  }

  private static void average(Reference a, Reference b, Reference base, boolean often) {
    for (int i = 0; i < LENGTH; i++) {
      double known = base.g[i];
      double sum = a.g[i] + b.g[i] - known;
      double moves = a.g[i] * (a.w[i] - base.w[i]) + b.g[i] * (b.w[i] - base.w[i]);
      a.w[i] = b.w[i] = sum == 0 ? 0 : base.w[i] + moves / sum;
      a.g[i] = b.g[i] = often ? sum : sum / 2;
      a.scale[i] = b.scale[i] = Math.max(a.scale[i], b.scale[i]);
      base.w[i] = often ? a.w[i] : 0;
      base.g[i] = often ? a.g[i] : 0;
    }
    a.examples = b.examples = (a.examples + b.examples) / 2;
    a.norms = b.norms = (a.norms + b.norms) / 2;
  }

  @Test
  void shouldKeepWhatNobodyLearns() {
    LocalCluster.run(
        2,
        comm -> {
          float[] weights = new float[LENGTH];
          weights[15] = 2.5f;
          Online online = new Online(new Objective(Loss.LOGISTIC, 0, 0), 2, SEED);
          online.run(comm, apart(comm.rank()), weights, Examples.PATIENT);
          assertEquals(2.5f, weights[15]);
        });
  }

  /** Steps see neither the unit of a feature nor an entry that is zero. */
  @Test
  void shouldNotCareForUnits() {
    RowsBuilder small = new RowsBuilder();
    RowsBuilder large = new RowsBuilder();
    Shard all = Shard.of(Examples.blocks(100, false));
    for (int i = 0; i < all.size(); i++) {
      SparseRows rows = all.block(i);
      int row = all.row(i);
      for (int at = rows.start(row); at < rows.end(row); at++) {
        int index = rows.indices()[at];
        small.add(index, rows.values()[at]);
        large.add(index, rows.values()[at] * (1 << index));
      }
      large.add(LENGTH - 2, 0);
      small.endRow(rows.label(row), 1);
      large.endRow(rows.label(row), 1);
    }
    Online online = new Online(new Objective(Loss.LOGISTIC, 0, 0), 2, SEED);
    float[] a = Examples.learn(1, online, List.of(small.build())).get(0);
    float[] b = Examples.learn(1, online, List.of(large.build())).get(0);
    for (int i = 0; i < LENGTH - 1; i++) {
      b[i] *= 1 << i;
    }
    assertArrayEquals(a, b, 1e-4f);
  }

  /** Bytes that are sent outside of {@link Optimizer.Watch#aside}, and at how many looks. */
  private static long[] bytesAndLooks(List<SparseRows> blocks, int passes) {
    long[] result = new long[2];
    LocalCluster.run(
        2,
        comm -> {
          long[] aside = new long[1];
          long[] looks = new long[1];
          long before = comm.bytesSent();
          new Online(PLAIN, passes, SEED)
              .run(
                  comm,
                  Shard.of(blocks).part(2, comm.rank()),
                  new float[LENGTH],
                  new Optimizer.Watch() {
                    @Override
                    public boolean onProgress(long examples, float[] weights) {
                      looks[0]++;
                      return true;
                    }

                    @Override
                    public void onPast(long examples, double seconds, float[] weights) {
                      looks[0]++;
                    }

                    @Override
                    public void aside(Runnable work) {
                      long start = comm.bytesSent();
                      work.run();
                      aside[0] += comm.bytesSent() - start;
                    }
                  });
          if (comm.rank() == 0) {
            result[0] = comm.bytesSent() - before - aside[0];
            result[1] = looks[0];
          }
        });
    return result;
  }

  /** Rows enough for 20 looks, or for one: what is sent to learn is the same in a single pass. */
  @Test
  void shouldNotCountWhatOnlyDrawsTheCurve() {
    long[] few = bytesAndLooks(Examples.blocks(12, false), 1);
    long[] many = bytesAndLooks(Examples.blocks(1000, false), 1);
    assertEquals(1, few[1]);
    assertEquals(20, many[1]);
    assertEquals(few[0], many[0]);
    long[] twice = bytesAndLooks(Examples.blocks(1000, false), 2);
    assertTrue(twice[0] > 20 * many[0] / 2, twice[0] + " bytes in two passes");
  }

  /** A worker's curve of a single pass of two workers, and when its points were. */
  private static final class Curve implements Optimizer.Watch {
    final List<Long> examples = new ArrayList<>();
    final List<Double> seconds = new ArrayList<>();
    final List<float[]> weights = new ArrayList<>();
    private final boolean mayEndEarly;
    private final Runnable alone;

    Curve(boolean mayEndEarly, Runnable alone) {
      this.mayEndEarly = mayEndEarly;
      this.alone = alone;
    }

    @Override
    public boolean mayEndEarly() {
      return mayEndEarly;
    }

    @Override
    public void onAlone(long seen) {
      alone.run();
    }

    @Override
    public void onPast(long seen, double when, float[] known) {
      seconds.add(when);
      onProgress(seen, known);
    }

    @Override
    public boolean onProgress(long seen, float[] known) {
      examples.add(seen);
      weights.add(known.clone());
      return true;
    }

    /** Returns the curve that the first worker sees. */
    static Curve of(Curve... curves) {
      Shard rows = Shard.of(Examples.blocks(1000, false));
      LocalCluster.run(
          2,
          comm ->
              new Online(PLAIN, 1, SEED)
                  .run(comm, rows.part(2, comm.rank()), new float[LENGTH], curves[comm.rank()]));
      return curves[0];
    }
  }

  /** The first worker rests at its first evaluation until the second has come to its last. */
  @Test
  void shouldWaitForNobodyWithinASinglePass() {
    CountDownLatch left = new CountDownLatch(19);
    Curve apart =
        Curve.of(new Curve(false, () -> await(left)), new Curve(false, () -> left.countDown()));
    assertEquals(0, left.getCount());
    assertEquals(LongStream.rangeClosed(1, 20).mapToObj(i -> i * 50).toList(), apart.examples);
    assertEquals(apart.seconds.stream().sorted().toList(), apart.seconds);
    Curve inStep = Curve.of(new Curve(true, () -> {}), new Curve(true, () -> {}));
    assertEquals(apart.examples, inStep.examples);
    for (int i = 0; i < 20; i++) {
      assertArrayEquals(inStep.weights.get(i), apart.weights.get(i));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldSayHowManyWeightsItCanLearn() {
    int weights = (1 << 30) + 1;
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> OnlineState.requireFits(weights));
    assertTrue(refused.getMessage().contains("29 bits"), refused.getMessage());
    assertEquals((1 << 29) + 1, OnlineState.requireFits((1 << 29) + 1));
    int most = OnlineState.MOST_WEIGHTS;
    assertEquals(most, OnlineState.requireFits(most));
  }
}
