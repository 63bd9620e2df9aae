package io.papilio.core.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Rerooted;
import io.papilio.core.schedule.ScheduleVerifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Proves every algorithm there is, for every small number of ranks and some large ones. */
class AlgorithmsTest {
  private static final int LARGEST_SIZE = 130;

  static List<Algorithm> all() {
    return Algorithms.all();
  }

  static List<Algorithm> rooted() {
    return all().stream().filter(algorithm -> algorithm.collective().isRooted()).toList();
  }

  /** All but those that go round a ring, whose N^2 messages are too many for thousands of ranks. */
  static List<Algorithm> ofFewMessages() {
    return all().stream().filter(algorithm -> !algorithm.name().equals("ring")).toList();
  }

  static List<Algorithm> rings() {
    return all().stream().filter(algorithm -> algorithm.name().equals("ring")).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldKeepItsPromiseForEveryNumberOfRanks(Algorithm algorithm) {
    IntStream.rangeClosed(1, LARGEST_SIZE)
        .parallel()
        .forEach(size -> lengths(size).forEach(n -> ScheduleVerifier.verify(algorithm, size, n)));
  }

  @ParameterizedTest
  @MethodSource("rooted")
  void shouldKeepItsPromiseFromOtherRoots(Algorithm algorithm) {
    IntStream.rangeClosed(1, LARGEST_SIZE)
        .parallel()
        .forEach(
            size ->
                IntStream.of(1, size / 2, size - 1)
                    .filter(root -> root < size)
                    .distinct()
                    .mapToObj(root -> new Rerooted(algorithm, root))
                    .forEach(moved -> ScheduleVerifier.verify(moved, size, size + 1)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldKeepItsPromiseFor255Ranks(Algorithm algorithm) {
    lengths(255).parallel().forEach(length -> ScheduleVerifier.verify(algorithm, 255, length));
  }

  @ParameterizedTest
  @MethodSource("ofFewMessages")
  void shouldKeepItsPromiseFor1000Ranks(Algorithm algorithm) {
    IntStream.of(1, 999, 1001)
        .parallel()
        .forEach(length -> ScheduleVerifier.verify(algorithm, 1000, length));
  }

  @ParameterizedTest
  @MethodSource("ofFewMessages")
  void shouldKeepItsPromiseFor4096Ranks(Algorithm algorithm) {
    IntStream.of(1, 100)
        .parallel()
        .forEach(length -> ScheduleVerifier.verify(algorithm, 4096, length));
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("ofFewMessages")
  void shouldKeepItsPromiseForAnElementARankAndMore(Algorithm algorithm) {
    ScheduleVerifier.verify(algorithm, 4096, 4097);
    ScheduleVerifier.verify(algorithm, 4095, 4094);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("rings")
  void shouldKeepItsPromiseAroundALargeRing(Algorithm algorithm) {
    ScheduleVerifier.verify(algorithm, 1000, 1001);
  }

  /** Longer than a segment of the tree, longer than any frame. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldKeepItsPromiseForLongVectors(Algorithm algorithm) {
    for (int size : new int[] {1, 2, 3, 7, 8, 9, 12}) {
      for (int length : new int[] {32 * 1024, 32 * 1024 + 1, 1_000_003}) {
        ScheduleVerifier.verify(algorithm, size, length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldGiveEqualSchedulesForEqualArguments(Algorithm algorithm) {
    Algorithm again = Algorithms.named(algorithm.collective().kind(), algorithm.name());
    for (int size : new int[] {1, 2, 5, 8, 12, 17}) {
      assertEquals(algorithm.schedules(size, 23), again.schedules(size, 23));
      assertEquals(algorithm.schedules(size, 23), algorithm.schedules(size, 23));
    }
    assertEquals(algorithm, again);
  }

  /** Rounds that all ranks have in common are what a picture and a price can be made of. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldKeepTheRoundsOfAllRanksInStep(Algorithm algorithm) {
    for (int size = 1; size <= 33; size++) {
      Set<Integer> rounds = new HashSet<>();
      algorithm.schedules(size, 50).forEach(schedule -> rounds.add(schedule.rounds().size()));
      assertEquals(1, rounds.size(), size + " ranks");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldLeaveASingleRankAlone(Algorithm algorithm) {
    assertEquals(0, algorithm.schedule(0, 1, 10).steps().count());
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldRefuseArgumentsThatMakeNoSense(Algorithm algorithm) {
    for (int[] bad : new int[][] {{-1, 4, 8}, {4, 4, 8}, {0, 0, 8}, {0, -3, 8}, {0, 4, -1}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> algorithm.schedule(bad[0], bad[1], bad[2]),
          "rank %d of %d, %d elements".formatted(bad[0], bad[1], bad[2]));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldIntroduceItself(Algorithm algorithm) {
    assertTrue(algorithm.name().matches("[a-z]+(-[a-z]+)*"), algorithm.name());
    assertTrue(algorithm.summary().matches("[A-Z].*\\."), algorithm.summary());
    assertFalse(algorithm.summary().contains("\n"), algorithm.summary());
    assertEquals(0, algorithm.collective().root());
  }

  @Test
  void shouldFindWhatIsShipped() {
    assertNames(
        Collective.Kind.ALL_REDUCE,
        "butterfly",
        "halving-doubling",
        "mixed-radix",
        "reduce-broadcast",
        "ring",
        "tree");
    assertNames(Collective.Kind.REDUCE, "binomial");
    assertNames(Collective.Kind.BROADCAST, "binomial");
    assertNames(Collective.Kind.REDUCE_SCATTER, "mixed-radix", "ring");
    assertNames(Collective.Kind.ALL_GATHER, "mixed-radix", "ring");
    assertNames(Collective.Kind.BARRIER, "dissemination");
    assertEquals(
        Algorithms.all(),
        Stream.of(Collective.Kind.values()).flatMap(kind -> Algorithms.of(kind).stream()).toList());
  }

  @Test
  void shouldFindAnAlgorithmByName() {
    assertEquals(new Ring(), Algorithms.named(Collective.Kind.ALL_REDUCE, "ring"));
    assertEquals(new RingAllGather(), Algorithms.named(Collective.Kind.ALL_GATHER, "ring"));
    assertNotNull(Algorithms.named(Collective.Kind.BARRIER, "dissemination"));
  }

  @Test
  void shouldSayWhichNamesThereAre() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Algorithms.named(Collective.Kind.REDUCE_SCATTER, "tree"));
    assertEquals(
        "no reduce-scatter algorithm 'tree'; there are: mixed-radix, ring", e.getMessage());
  }

  private static void assertNames(Collective.Kind kind, String... names) {
    assertEquals(List.of(names), Algorithms.of(kind).stream().map(Algorithm::name).toList());
  }

  private static IntStream lengths(int size) {
    return IntStream.of(0, 1, size - 1, size, size + 1, 2 * size + 3).distinct();
  }
}
