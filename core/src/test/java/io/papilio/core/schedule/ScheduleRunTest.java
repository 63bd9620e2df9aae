package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.ReferenceRun.Buffering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Runs what the verifier accepts, on floats and in random timing: does it keep its promises? */
class ScheduleRunTest {

  @Provide
  Arbitrary<Case> cases() {
    return Case.ofSizes(1, 40);
  }

  @Property(tries = 600)
  void shouldEndWithTheSameBitsOnAllRanks(
      @ForAll("cases") Case drawn, @ForAll Buffering buffering, @ForAll long seed) {
    List<List<Float>> before = vectors(drawn, new Random(seed));
    List<List<Float>> after = run(drawn, before, buffering, new Random(~seed));
    int[] owners = ReferenceCheck.owners(drawn.size(), drawn.length());
    for (int element = 0; element < drawn.length(); element++) {
      int owner = owners[element];
      List<Float> addends = column(before, element, r -> drawn.collective().holdsBefore(r, owner));
      List<Float> sums = column(after, element, r -> drawn.collective().holdsAfter(r, owner));
      if (!sums.isEmpty()) {
        assertEquals(1, sums.stream().map(Float::floatToRawIntBits).distinct().count(), "bits");
        assertClose(addends, sums.get(0));
      }
    }
  }

  @Property(tries = 200)
  void shouldNotDependOnTheTiming(
      @ForAll("cases") Case drawn, @ForAll long dataSeed, @ForAll long seed) {
    List<List<Float>> before = vectors(drawn, new Random(dataSeed));
    assertEquals(
        run(drawn, before, Buffering.NONE, new Random(seed)),
        run(drawn, before, Buffering.UNLIMITED, new Random(~seed)));
  }

  @Property(tries = 200)
  void shouldLetNobodyLeaveABarrierBeforeAllHaveCome(
      @ForAll @IntRange(min = 2, max = 40) int size,
      @ForAll @IntRange(min = 0, max = 39) int absentee,
      @ForAll long seed) {
    for (Algorithm algorithm : Algorithms.of(Collective.Kind.BARRIER)) {
      Case barrier = new Case(algorithm, size, 0);
      ReferenceRun<Float> run = start(barrier.schedules(), barrier.length(), Buffering.UNLIMITED);
      run.runWithout(absentee % size, new Random(seed));
      assertFalse(IntStream.range(0, size).anyMatch(run::hasEnded), "somebody left");
    }
  }

  /** What the verifier calls another order really gives other bits. */
  @Test
  void shouldEndWithOtherBitsWhereEveryoneSumsInItsOwnOrder() {
    Case drawn = new Case(new EachInItsOwnOrder(), 5, 20);
    List<List<Float>> before = vectors(drawn, new Random(1));
    List<List<Float>> after = run(drawn, before, Buffering.NONE, new Random(2));
    assertTrue(after.stream().distinct().count() > 1, "the same bits by chance");
    ScheduleException e =
        assertThrows(
            ScheduleException.class,
            () -> ScheduleVerifier.verify(drawn.collective(), drawn.schedules()));
    assertTrue(e.getMessage().contains("sums in another order than rank 0"), e.getMessage());
  }

  @Test
  void shouldTellWhatCannotBeRun() {
    Range all = Range.of(2);
    Schedule sender = new Schedule(0, 2, 2, List.of(Round.of(Step.send(1, all))));
    Schedule deaf = new Schedule(1, 2, 2, List.of());
    Schedule other = new Schedule(1, 2, 2, List.of(Round.of(Step.copy(0, Range.of(1)))));
    for (Buffering buffering : Buffering.values()) {
      assertFalse(start(List.of(sender, deaf), 2, buffering).run(new Random(0)));
      ReferenceRun<Float> mismatch = start(List.of(sender, other), 2, buffering);
      assertThrows(IllegalStateException.class, () -> mismatch.run(new Random(0)));
    }
  }

  /**
   * Numbers of very different size and sign, so that rounding shows; NaN where all is undefined.
   */
  private static List<List<Float>> vectors(Case drawn, Random random) {
    int[] owners = ReferenceCheck.owners(drawn.size(), drawn.length());
    List<List<Float>> vectors = new ArrayList<>();
    for (int rank = 0; rank < drawn.size(); rank++) {
      List<Float> vector = new ArrayList<>();
      for (int owner : owners) {
        float value = Math.scalb(random.nextFloat() - 0.5f, random.nextInt(20));
        vector.add(drawn.collective().holdsBefore(rank, owner) ? value : Float.NaN);
      }
      vectors.add(vector);
    }
    return vectors;
  }

  private static List<List<Float>> run(
      Case drawn, List<List<Float>> before, Buffering buffering, Random random) {
    List<List<Float>> vectors = new ArrayList<>();
    before.forEach(vector -> vectors.add(new ArrayList<>(vector)));
    assertTrue(
        new ReferenceRun<>(drawn.schedules(), vectors, Float::sum, buffering).run(random),
        "did not end");
    return vectors;
  }

  private static ReferenceRun<Float> start(
      List<Schedule> schedules, int length, Buffering buffering) {
    List<List<Float>> vectors = new ArrayList<>();
    schedules.forEach(s -> vectors.add(new ArrayList<>(Collections.nCopies(length, 0f))));
    return new ReferenceRun<>(schedules, vectors, Float::sum, buffering);
  }

  private static List<Float> column(List<List<Float>> vectors, int element, IntPredicate ranks) {
    return IntStream.range(0, vectors.size())
        .filter(ranks)
        .mapToObj(rank -> vectors.get(rank).get(element))
        .toList();
  }

  private static void assertClose(List<Float> addends, float sum) {
    double exact = addends.stream().mapToDouble(Float::doubleValue).sum();
    double magnitude = addends.stream().mapToDouble(Math::abs).sum();
    double tolerance = (addends.size() - 1) * Math.scalb(magnitude, -24) * 1.01;
    assertEquals(exact, sum, tolerance + Double.MIN_NORMAL);
  }

  /** Everyone sends to everyone, and adds what it gets in the order of the ring. */
  private record EachInItsOwnOrder() implements Algorithm {

    @Override
    public String name() {
      return "each-in-its-own-order";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public String summary() {
      return "Wrong on purpose.";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      List<Step> steps = new ArrayList<>();
      for (int distance = 1; distance < size; distance++) {
        steps.add(Step.send((rank + distance) % size, Range.of(length)));
        steps.add(Step.reduce((rank + distance) % size, Range.of(length)));
      }
      return new Schedule(rank, size, length, List.of(new Round(steps)));
    }
  }
}
