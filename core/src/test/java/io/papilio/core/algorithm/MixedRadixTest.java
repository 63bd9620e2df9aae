package io.papilio.core.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.ScheduleVerifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MixedRadixTest {

  @Test
  void shouldFactorWithTwosPairedAndTheLargestFirst() {
    assertEquals(List.of(4, 3), Degrees.of(12).values());
    assertEquals(List.of(), Degrees.of(1).values());
    assertEquals(List.of(2), Degrees.of(2).values());
    assertEquals(List.of(4, 2), Degrees.of(8).values());
    assertEquals(List.of(3, 3, 2), Degrees.of(18).values());
    assertEquals(List.of(5, 5, 4), Degrees.of(100).values());
    assertEquals(List.of(127), Degrees.of(127).values());
    assertEquals(List.of(5, 5, 5, 4, 2), Degrees.of(1000).values());
    assertEquals(Collections.nCopies(6, 4), Degrees.of(4096).values());
  }

  @Property
  void shouldFactorEveryNumber(@ForAll @IntRange(min = 1, max = 5000) int size) {
    List<Integer> degrees = Degrees.of(size).values();
    assertEquals(size, degrees.stream().mapToInt(degree -> degree).reduce(1, (a, b) -> a * b));
    assertEquals(degrees.stream().sorted(Collections.reverseOrder()).toList(), degrees);
    assertEquals(degrees.stream().filter(d -> d == 4 || isPrime(d)).toList(), degrees);
  }

  @Test
  void shouldTalkInTheGroupsOfItsPicture() {
    List<List<Integer>> groups =
        new MixedRadixReduceScatter()
            .schedule(4, 12, 12).rounds().stream()
                .map(round -> round.steps().stream().map(s -> s.peer()).distinct().toList())
                .toList();
    assertEquals(List.of(List.of(1, 7, 10), List.of(3, 5)), groups);
  }

  @Test
  void shouldWorkWithGivenDegrees() {
    for (Algorithm algorithm : withDegrees(List.of(3, 4))) {
      ScheduleVerifier.verify(algorithm, 12, 12);
      ScheduleVerifier.verify(algorithm, 12, 31);
      assertEquals("mixed-radix:3x4", algorithm.name());
    }
    List<Schedule> fourByThree = new MixedRadix(List.of(4, 3)).schedules(12, 31);
    assertEquals(new MixedRadix().schedules(12, 31), fourByThree);
  }

  @Property(tries = 200)
  void shouldWorkWithAnyDegreesThatMakeTheNumberOfRanks(
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 2, max = 5) Integer> degrees,
      @ForAll @IntRange(min = 0, max = 300) int length) {
    int size = degrees.stream().mapToInt(degree -> degree).reduce(1, (a, b) -> a * b);
    for (Algorithm algorithm : withDegrees(degrees)) {
      if (size <= 150) {
        ScheduleVerifier.verify(algorithm, size, length);
      }
      assertRefused(algorithm, size + 1);
    }
  }

  @Test
  void shouldRefuseDegreesThatMakeAnotherNumber() {
    for (Algorithm algorithm : withDegrees(List.of(3, 4))) {
      IllegalArgumentException e = assertRefused(algorithm, 13);
      assertEquals("degrees [3, 4] do not make 13 ranks", e.getMessage());
      assertRefused(algorithm, 24);
      assertRefused(algorithm, 6);
      assertRefused(algorithm, 4);
    }
  }

  /** Degrees that are right as far as they are needed are still too many. */
  @Test
  void shouldRefuseDegreesThatGoOn() {
    for (Algorithm algorithm : withDegrees(List.of(3, 4))) {
      assertRefused(algorithm, 3);
      assertRefused(algorithm, 1);
    }
    assertRefused(new MixedRadix(List.of(2, 3, 4)), 6);
  }

  @Test
  void shouldRefuseDegreesBelowTwo() {
    for (int degree : new int[] {1, 0, -3}) {
      for (Algorithm algorithm : withDegrees(List.of(12, degree))) {
        assertRefused(algorithm, 12);
      }
    }
  }

  @Test
  void shouldNotChangeWithTheListItWasGiven() {
    List<Integer> degrees = new ArrayList<>(List.of(4, 3));
    List<Algorithm> algorithms = withDegrees(degrees);
    degrees.set(0, 5);
    assertEquals(withDegrees(List.of(4, 3)), algorithms);
  }

  @Test
  void shouldBeHalvingDoublingWithTwos() {
    assertEquals(
        new HalvingDoubling().schedules(8, 19), new MixedRadix(List.of(2, 2, 2)).schedules(8, 19));
  }

  private static IllegalArgumentException assertRefused(Algorithm algorithm, int size) {
    return assertThrows(
        IllegalArgumentException.class,
        () -> algorithm.schedule(0, size, 10),
        algorithm + " for " + size);
  }

  private static List<Algorithm> withDegrees(List<Integer> degrees) {
    return Stream.<Algorithm>of(
            new MixedRadix(degrees),
            new MixedRadixReduceScatter(degrees),
            new MixedRadixAllGather(degrees))
        .toList();
  }

  private static boolean isPrime(int number) {
    for (int divisor = 2; divisor * divisor <= number; divisor++) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return number > 1;
  }
}
