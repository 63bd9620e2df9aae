package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** When L-BFGS goes on, ends, tells and saves, on functions without rows. */
class LbfgsStepsTest {
  private static PlainFunction valley() {
    return PlainFunction.squares(x -> new double[] {10 * (x[1] - x[0] * x[0]), 1 - x[0]}, -1.2, 1);
  }

  /** Writes down all it hears. */
  private static class Recorder implements Optimizer.Watch {
    final List<Long> moments = new ArrayList<>();
    final List<float[]> seen = new ArrayList<>();
    final List<Snapshot> snapshots = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    Optional<Snapshot> start = Optional.empty();
    int most = Integer.MAX_VALUE;
    int passes;

    @Override
    public void onPass() {
      passes++;
    }

    @Override
    public boolean onProgress(long examples, float[] weights) {
      moments.add(examples);
      seen.add(weights.clone());
      return moments.size() < most;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      snapshots.add(snapshot.get());
    }

    @Override
    public void onNote(String note) {
      notes.add(note);
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  @Test
  void shouldTellOfEveryIterationAndSaveEveryTenth() {
    PlainFunction function = valley();
    Recorder recorder = new Recorder();
    long iterations = function.minimise(25, 0, recorder);
    assertEquals(25, iterations);
    assertEquals(25, recorder.moments.size());
    assertEquals(2 + 2 * 25, recorder.passes, "a gradient at the start, a line and one a step");
    for (int i = 0; i < 25; i++) {
      assertEquals((i + 2L) * PlainFunction.ROWS, recorder.moments.get(i)); // a pass at the start
    }
    assertArrayEquals(
        new float[] {(float) function.weights()[0], (float) function.weights()[1]},
        recorder.seen.get(24));
    assertEquals(3, recorder.snapshots.size());
    for (int i = 0; i < 3; i++) {
      Snapshot snapshot = recorder.snapshots.get(i);
      assertEquals(10 * i, snapshot.whole("iterations"));
      assertEquals(Math.min(10, 10 * i), snapshot.whole("pairs"));
      assertEquals(Lbfgs.STAGE, snapshot.stage());
      assertTrue(snapshot.has("moves"), "what the function has to save");
    }
    assertEquals(2, Collections.frequency(function.calls, "refresh"));
    assertEquals(26, Collections.frequency(function.calls, "gradient"));
    assertEquals(1, Collections.frequency(function.calls, "diagonal"));
    assertEquals(1, recorder.notes.size());
    assertTrue(recorder.notes.get(0).contains("after 25 iterations"), recorder.notes.get(0));
  }

  @Test
  void shouldGoOnFromASnapshotToTheSameBits() {
    Recorder whole = new Recorder();
    PlainFunction function = valley();
    long iterations = function.minimise(2000, 0, whole);
    for (Snapshot snapshot : whole.snapshots) {
      Recorder rest = new Recorder();
      rest.start = Optional.of(snapshot);
      PlainFunction other = valley();
      assertEquals(iterations, other.minimise(2000, 0, rest));
      assertArrayEquals(function.weights(), other.weights());
      int from = whole.moments.size() - rest.moments.size();
      assertEquals(snapshot.whole("iterations"), from);
      assertEquals(whole.moments.subList(from, whole.moments.size()), rest.moments);
      int later = whole.snapshots.size() - 1 - whole.snapshots.indexOf(snapshot);
      assertEquals(later, rest.snapshots.size());
    }
    assertTrue(whole.snapshots.size() > 2, whole.snapshots.size() + " snapshots");
    Recorder wrong = new Recorder();
    wrong.start = Optional.of(new Snapshot("online"));
    assertThrows(RuntimeException.class, () -> valley().minimise(10, 0, wrong));
  }

  @Test
  void shouldEndWhenTheWatchSaysSo() {
    Recorder recorder = new Recorder();
    recorder.most = 7;
    assertEquals(7, valley().minimise(100, 0, recorder));
    assertEquals(List.of(), recorder.notes);
  }

  /** One step of the right length leads to the bottom: of a parabola, with its own diagonal. */
  @Test
  void shouldUseTheDiagonalForTheFirstStep() {
    PlainFunction function =
        new PlainFunction(
                x -> 50 * x[0] * x[0] + 2 * x[1] * x[1],
                x -> new double[] {100 * x[0], 4 * x[1]},
                3,
                -5)
            .withInverse(0.01, 0.25);
    Recorder recorder = new Recorder();
    assertEquals(1, function.minimise(100, 1e-3, recorder));
    assertArrayEquals(new double[] {0, 0}, function.weights(), 1e-12);
    assertEquals(List.of(1.0), function.steps);
    assertEquals(List.of(), recorder.notes);
  }

  @Test
  void shouldEndAtOnceAtTheMinimum() {
    PlainFunction function = new PlainFunction(x -> x[0] * x[0], x -> new double[] {2 * x[0]}, 0);
    Recorder recorder = new Recorder();
    assertEquals(0, function.minimise(100, 0, recorder));
    assertEquals(List.of(), recorder.moments);
    assertEquals(List.of(), recorder.notes);
    assertEquals(List.of(), recorder.snapshots);
  }

  /** Ends when the gradient is short enough, and also when an iteration gains little enough. */
  @Test
  void shouldEndAtItsTolerance() {
    for (double tolerance : new double[] {0.5, 0.1, 1e-2, 1e-4, 1e-8}) {
      PlainFunction function =
          new PlainFunction(x -> Math.cosh(x[0]) + 100, x -> new double[] {Math.sinh(x[0])}, 4);
      double first = Math.sinh(4);
      List<Double> values = new ArrayList<>(List.of(function.value()));
      long iterations =
          function.minimise(
              100,
              tolerance,
              (examples, weights) -> {
                values.add(function.value());
                assertTrue(values.size() == 2 || values.get(0) == 0, "went on for nothing");
                boolean isLast =
                    values.get(values.size() - 2) - function.value() <= tolerance * function.value()
                        || Math.abs(Math.sinh(function.weights()[0])) <= tolerance * first;
                values.set(0, isLast ? 1.0 : 0.0);
                return true;
              });
      assertEquals(values.size() - 1, iterations);
      assertEquals(1.0, values.get(0), "ended before its time, or had none");
    }
  }

  /** The value falls by half or more each time, so that only the gradient can tell the end. */
  @Test
  void shouldEndWhereTheGradientIsShort() {
    for (double tolerance : new double[] {0.3, 1e-2, 1e-5}) {
      PlainFunction function =
          new PlainFunction(x -> Math.pow(x[0], 4), x -> new double[] {4 * Math.pow(x[0], 3)}, 1)
              .withInverse(0.05);
      List<Double> slopes = new ArrayList<>();
      function.minimise(
          100, tolerance, (examples, weights) -> slopes.add(Math.pow(function.weights()[0], 3)));
      for (int i = 0; i < slopes.size(); i++) {
        boolean isLast = i == slopes.size() - 1;
        assertEquals(isLast, Math.abs(slopes.get(i)) <= tolerance, slopes + " for " + tolerance);
      }
    }
  }

  /** What is remembered of a step is where it led, however long it was. */
  @Test
  void shouldRememberTheStepsThatItTook() {
    PlainFunction function = valley();
    List<double[]> places = new ArrayList<>(List.of(function.weights().clone()));
    Recorder recorder =
        new Recorder() {
          @Override
          public boolean onProgress(long examples, float[] weights) {
            places.add(function.weights().clone());
            return super.onProgress(examples, weights);
          }
        };
    function.minimise(11, 0, recorder);
    Snapshot snapshot = recorder.snapshots.get(1);
    for (int i = 0; i < 10; i++) {
      double[] step = places.get(i + 1).clone();
      DenseKernels.addScaled(step, -1, places.get(i));
      assertArrayEquals(step, snapshot.doubles("s" + i), 1e-12, "step " + i);
    }
  }

  /** A gradient that lies: nothing is lower where it points. */
  @Test
  void shouldEndWhereThereIsNoWayOn() {
    PlainFunction lies = new PlainFunction(x -> x[0] * x[0], x -> new double[] {-1 - 2 * x[0]}, 1);
    Recorder recorder = new Recorder();
    assertEquals(0, lies.minimise(100, 0, recorder));
    assertEquals(List.of(), recorder.moments);
    assertEquals(List.of(), recorder.notes);
    assertArrayEquals(new double[] {1}, lies.weights());
    assertEquals(0, minimise(new Changing(lies, new double[] {Double.NaN}, List.of()), recorder));
    assertEquals(1, recorder.notes.size(), "it was not near enough for the function");
  }

  private static long minimise(SmoothFunction function, Recorder recorder) {
    RowsBuilder row = new RowsBuilder();
    row.endRow(1, 1);
    Shard shard = Shard.of(List.of(row.build()));
    long[] iterations = new long[1];
    Lbfgs lbfgs = new Lbfgs((c, s, w) -> function, 100, 1e-6);
    LocalCluster.run(1, comm -> iterations[0] = lbfgs.run(comm, shard, new float[1], recorder));
    return iterations[0];
  }

  /** A function that says when it is enough, and that becomes another before. */
  @Test
  void shouldFollowAFunctionThatChanges() {
    double[] center = {2};
    List<Boolean> asked = new ArrayList<>();
    PlainFunction plain =
        new PlainFunction(
            x -> (x[0] - center[0]) * (x[0] - center[0]) + 1,
            x -> new double[] {2 * (x[0] - center[0])},
            0);
    SmoothFunction changing = new Changing(plain, center, asked);
    Recorder recorder = new Recorder();
    assertTrue(minimise(changing, recorder) > 2);
    assertArrayEquals(new double[] {4}, plain.weights(), 1e-3);
    assertEquals(List.of(), recorder.notes);
    assertFalse(asked.get(0));
    assertTrue(asked.get(asked.size() - 1));
    assertEquals(3, Collections.frequency(plain.calls, "diagonal"));
    assertEquals(
        1,
        Collections.frequency(
            recorder.snapshots.stream().map(snapshot -> snapshot.whole("iterations")).toList(),
            0L));
  }

  /** Moves its center from 2 to 3 and to 4 at its minima. */
  private static final class Changing implements SmoothFunction {
    private final PlainFunction plain;
    private final double[] center;
    private final List<Boolean> asked;

    Changing(PlainFunction plain, double[] center, List<Boolean> asked) {
      this.plain = plain;
      this.center = center;
      this.asked = asked;
    }

    @Override
    public Next next(double[] gradient, boolean isFlat) {
      if (Double.isNaN(center[0])) {
        return Next.ITERATE; // never near enough
      }
      asked.add(isFlat);
      assertEquals(2 * (plain.weights()[0] - center[0]), gradient[0], 1e-12);
      if (!isFlat || center[0] == 4) {
        return isFlat ? Next.DONE : Next.ITERATE;
      }
      center[0]++;
      return Next.CHANGED;
    }

    @Override
    public double[] weights() {
      return plain.weights();
    }

    @Override
    public double value() {
      return plain.value();
    }

    @Override
    public double gradient(double[] into) {
      return plain.gradient(into);
    }

    @Override
    public double[] inverseDiagonal() {
      return plain.inverseDiagonal();
    }

    @Override
    public void along(double[] direction) {
      plain.along(direction);
    }

    @Override
    public Point at(double step) {
      return plain.at(step);
    }

    @Override
    public void move(double step) {
      plain.move(step);
    }

    @Override
    public void place(double[] there) {
      plain.place(there);
    }
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    Smooth any = (comm, shard, weights) -> valley();
    assertThrows(IllegalArgumentException.class, () -> new Lbfgs(any, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> new Lbfgs(any, 1, -1e-9));
    assertThrows(IllegalArgumentException.class, () -> new Lbfgs(any, 1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new Lbfgs(any, 1, 0, 0));
    assertEquals(10, new Lbfgs(any, 0, 0).history());
    assertEquals(1, new Lbfgs(any, 0, 0, 1).history());
  }

  /** Pairs of vectors that it remembers, and eight others, and margins of rows, of doubles. */
  @Test
  void shouldSayWhatMemoryItTakes() {
    Lbfgs lbfgs = new Lbfgs((comm, shard, weights) -> valley(), 1, 0, 3);
    long rows = 8 * 3 * 26; // three numbers for each of the half of 50, and one
    assertEquals(
        8 * (2 * 3 + 8) * 1000L + rows, lbfgs.memoryBytes(new Optimizer.Size(1000, 50, 2, 1)));
  }

  @Test
  void shouldDoNothingWithoutRowsOrIterations() {
    Recorder recorder = new Recorder();
    assertEquals(0, valley().minimise(0, 0, recorder));
    Shard none = Shard.of(List.of());
    LocalCluster.run(
        2,
        comm ->
            assertEquals(
                0, new Lbfgs((c, s, w) -> valley(), 5, 0).run(comm, none, new float[2], recorder)));
    assertEquals(List.of(), recorder.moments);
    assertEquals(List.of(), recorder.notes);
  }
}
