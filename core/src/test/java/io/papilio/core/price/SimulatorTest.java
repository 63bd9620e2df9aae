package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.BinomialBroadcast;
import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.DisseminationBarrier;
import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.algorithm.MixedRadixReduceScatter;
import io.papilio.core.algorithm.ReduceBroadcast;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.algorithm.Tree;
import io.papilio.core.price.LinkModel.Cores;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs are whole numbers of nanoseconds here, so closed forms hold without rounding. */
class SimulatorTest {
  private static final double ALPHA = 1000;
  private static final double BETA = 3;
  private static final double GAMMA = 2;
  private static final LinkModel LINK = new LinkModel(ALPHA, BETA, GAMMA, 0, Cores.OWN);

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "4, 2", "8, 3", "64, 6", "1024, 10"})
  void shouldPriceTheButterflyByItsClosedForm(int size, int log) {
    double bytes = 4 * 40;
    Price price = Simulator.price(new Butterfly(), size, 40, 4, LINK);
    assertEquals(log * (ALPHA + bytes * BETA + bytes * GAMMA), price.totalNanos());
    assertEquals(log, price.rounds());
    assertEquals((long) log * size, price.messages());
    assertEquals(160L * log, price.bytesSentMax());
    assertEquals(160L * log * size, price.bytesSentTotal());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 16, 33})
  void shouldPriceTheRingByItsClosedForm(int size) {
    double piece = 8 * 5;
    Price price = Simulator.price(new Ring(), size, 5 * size, 8, LINK);
    assertEquals(
        2 * (size - 1) * (ALPHA + piece * BETA) + (size - 1) * piece * GAMMA, price.totalNanos());
    assertEquals(2 * (size - 1), price.rounds());
    assertEquals(2 * (size - 1) * 40L, price.bytesSentMax());
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2", "16, 4"})
  void shouldPriceHalvingDoublingByItsClosedForm(int size, int log) {
    double bytes = 4.0 * 64;
    double share = bytes * (size - 1) / size;
    double expected = 2 * (log * ALPHA + share * BETA) + share * GAMMA;
    assertEquals(expected, Simulator.price(new HalvingDoubling(), size, 64, 4, LINK).totalNanos());
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "3, 1", "7, 2", "31, 4"})
  void shouldLetTheChildrenOfATreeShareTheLinkOfTheirParent(int size, int height) {
    double bytes = 4 * 50;
    // Up: the second child's bytes follow the first's while those are reduced. Down: likewise.
    double up = ALPHA + 2 * bytes * BETA + bytes * GAMMA;
    double down = ALPHA + 2 * bytes * BETA;
    assertEquals(height * (up + down), Simulator.price(new Tree(), size, 50, 4, LINK).totalNanos());
  }

  @Test
  void shouldReduceOneAfterTheOtherWhereReducingIsSlowerThanTheLink() {
    LinkModel slow = new LinkModel(ALPHA, 1, 7, 0, Cores.OWN);
    double up = ALPHA + 200 + 2 * 7 * 200;
    double down = ALPHA + 2 * 200;
    assertEquals(up + down, Simulator.price(new Tree(), 3, 50, 4, slow).totalNanos());
  }

  @Test
  void shouldPriceReduceThenBroadcastAsTwiceTheRoundsOfTheButterfly() {
    double bytes = 4 * 40;
    double reduce = 4 * (ALPHA + bytes * BETA + bytes * GAMMA);
    double broadcast = 4 * (ALPHA + bytes * BETA);
    assertEquals(
        reduce + broadcast, Simulator.price(new ReduceBroadcast(), 16, 40, 4, LINK).totalNanos());
  }

  @Test
  void shouldChargeSerialisationOnBothSides() {
    LinkModel objects = new LinkModel(ALPHA, BETA, GAMMA, 5, Cores.OWN);
    double bytes = 4 * 40;
    double round = ALPHA + bytes * BETA + 2 * bytes * 5 + bytes * GAMMA;
    assertEquals(3 * round, Simulator.price(new Butterfly(), 8, 40, 4, objects).totalNanos());
  }

  @Test
  void shouldReproduceTheOrderOfTheWellKnownExample() {
    LinkModel link = LinkModel.of(10_000, 0.25);
    assertEquals(40_064, Simulator.price(new Butterfly(), 16, 16, 4, link).totalNanos());
    assertEquals(300_030, Simulator.price(new Ring(), 16, 16, 4, link).totalNanos());
    int longVector = 1 << 20;
    assertEquals(2.05e6, total(new HalvingDoubling(), longVector, link), 0.005e6);
    assertEquals(2.27e6, total(new Ring(), longVector, link), 0.005e6);
    assertEquals(4.23e6, total(new Butterfly(), longVector, link), 0.005e6);
  }

  private static double total(Algorithm algorithm, int length, LinkModel link) {
    return Simulator.price(algorithm, 16, length, 4, link).totalNanos();
  }

  @ParameterizedTest
  @CsvSource({"8, 8, 1", "8, 9, 1", "8, 4, 2", "8, 2, 4", "8, 1, 8", "5, 2, 3", "7, 3, 3"})
  void shouldQueueForSharedCores(int size, int cores, int turns) {
    LinkModel shared = new LinkModel(ALPHA, BETA, GAMMA, 0, Cores.shared(cores));
    Price price = Simulator.price(new ToTheRight(), size, 10, 4, shared);
    assertEquals(ALPHA + 40 * BETA + turns * 40 * GAMMA, price.totalNanos());
  }

  @Test
  void shouldKeepSharedCoresBusy() {
    LinkModel work = new LinkModel(0, 0, GAMMA, 0, Cores.shared(2));
    assertEquals(
        3 * (8 / 2) * 40 * GAMMA, Simulator.price(new Butterfly(), 8, 10, 4, work).totalNanos());
  }

  @Test
  void shouldChargeForWakingOnlyWhenRanksOutnumberCores() {
    LinkModel two = new LinkModel(ALPHA, BETA, 0, 0, new Cores(2, 500, 0));
    assertEquals(ALPHA + 40 * BETA, Simulator.price(new ToTheRight(), 2, 10, 4, two).totalNanos());
    assertEquals(
        ALPHA + 40 * BETA + 2 * 500, Simulator.price(new ToTheRight(), 4, 10, 4, two).totalNanos());
  }

  @Test
  void shouldWakeForEveryMessage() {
    LinkModel crowded = new LinkModel(ALPHA, 0, 0, 0, new Cores(1, 500, 0));
    Price price = Simulator.price(new MixedRadixReduceScatter(), 5, 10, 4, crowded);
    assertEquals(1, price.rounds());
    assertEquals(20, price.messages());
    assertEquals(ALPHA + 20 * 500, price.totalNanos());
  }

  /** Two elements of four bytes each, and 100 ns a byte: longer than it takes to wake. */
  @Test
  void shouldFindTheNextMessageAfterLongWork() {
    LinkModel crowded = new LinkModel(0, 0, 100, 0, new Cores(1, 500, 0));
    Price price = Simulator.price(new MixedRadixReduceScatter(), 5, 10, 4, crowded);
    assertEquals(20 * 800 + 5 * 500, price.totalNanos());
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "3, 0.5", "4, 1", "8, 3"})
  void shouldGiveTheOtherRanksOfACoreTheirTurn(int size, double others) {
    LinkModel two = new LinkModel(ALPHA, 0, 0, 0, new Cores(2, 0, 300));
    Price price = Simulator.price(new ToTheRight(), size, 10, 4, two);
    assertEquals(ALPHA + others * 300, price.totalNanos());
  }

  /** What is lent must be given back before the next round, and the lender be woken for it. */
  @Test
  void shouldWaitForThoseWhoReadWhatIsLent() {
    Range all = Range.of(10);
    Algorithm twice =
        new Rounds(
            List.of(
                List.of(Round.of(Step.send(1, all)), Round.of(Step.send(2, all))),
                List.of(Round.of(Step.reduce(0, all))),
                List.of(Round.of(), Round.of(Step.reduce(0, all)))));
    double once = ALPHA + 40 * GAMMA;
    assertEquals(once, nanos(twice, 3, new Cores(3, 500, 0), false));
    assertEquals(2 * (once + ALPHA), nanos(twice, 3, new Cores(3, 500, 0), true));
    assertEquals(2 * (once + ALPHA) + 4 * 500, nanos(twice, 3, new Cores(2, 500, 0), true));
  }

  /** Rank 0 gets its element back while it still reads the ten of rank 1. */
  @ParameterizedTest
  @CsvSource({"2, 300", "2, 500"})
  void shouldNotWaitForWhatWasGivenBackBefore(int cores, double wakeNanos) {
    Range first = new Range(0, 1);
    Range all = Range.of(10);
    Algorithm unequal =
        new Rounds(
            List.of(
                List.of(
                    Round.of(Step.send(1, first), Step.reduce(1, all)),
                    Round.of(Step.send(2, all))),
                List.of(Round.of(Step.send(0, all), Step.copy(0, first))),
                List.of(Round.of(), Round.of(Step.reduce(0, all)))));
    LinkModel link = lent(0, new Cores(cores, wakeNanos, 0));
    double read = wakeNanos + 40 * GAMMA;
    assertEquals(2 * read + wakeNanos, Simulator.price(unequal, 3, 10, 4, link).totalNanos());
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2", "8, 3", "16, 4"})
  void shouldWaitInEachRoundOfTheButterfly(int size, int rounds) {
    double round = ALPHA + 40 * GAMMA;
    assertEquals(rounds * round, nanos(new Butterfly(), size, Cores.OWN, false));
    assertEquals(rounds * (round + ALPHA), nanos(new Butterfly(), size, Cores.OWN, true));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13})
  void shouldGetEverythingBack(int size) {
    for (Algorithm algorithm : Algorithms.all()) {
      for (int length : new int[] {0, 1, 7, 100}) {
        LinkModel link = lent(ALPHA, new Cores(2, 500, 300));
        double lent = Simulator.price(algorithm, size, length, 4, link).totalNanos();
        LinkModel kept = new LinkModel(ALPHA, 0, GAMMA, 0, link.cores());
        double least = Simulator.price(algorithm, size, length, 4, kept).totalNanos();
        boolean waits = size == 1 ? least == lent : least < lent;
        assertTrue(waits && lent < 10 * least + 1, algorithm.name() + " " + lent);
      }
    }
  }

  /** Each gives its vector away before it reads the other's. */
  @Test
  void shouldNoticeWhoWaitsForEverForWhatIsLent() {
    Range all = Range.of(10);
    Algorithm polite =
        new Rounds(
            List.of(
                List.of(Round.of(Step.send(1, all)), Round.of(Step.copy(1, all))),
                List.of(Round.of(Step.send(0, all)), Round.of(Step.copy(0, all)))));
    assertEquals(ALPHA, nanos(polite, 2, Cores.OWN, false));
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> nanos(polite, 2, Cores.OWN, true));
    assertEquals("what rank 0 lends is never read", e.getMessage());
  }

  private static double nanos(Algorithm algorithm, int size, Cores cores, boolean lent) {
    LinkModel link = lent ? lent(ALPHA, cores) : new LinkModel(ALPHA, 0, GAMMA, 0, cores);
    return Simulator.price(algorithm, size, 10, 4, link).totalNanos();
  }

  private static LinkModel lent(double alpha, Cores cores) {
    return new LinkModel(alpha, 0, GAMMA, 0, cores, new Caches(1e6, 1, true, 1));
  }

  @Test
  void shouldGiveCoresToWhoAsksFirst() {
    LinkModel oneCore = new LinkModel(0, 1, 1, 0, Cores.shared(1));
    Algorithm late =
        new Rounds(
            List.of(
                List.of(Round.of(Step.send(1, Range.of(100)))),
                List.of(Round.of(Step.reduce(0, Range.of(100)))),
                List.of(Round.of(Step.send(3, Range.of(10)))),
                List.of(Round.of(Step.reduce(2, Range.of(10))))));
    assertEquals(100 + 100, Simulator.price(late, 4, 100, 1, oneCore).totalNanos());
  }

  @Test
  void shouldApplyNothingBeforeTheSendsOfTheRoundHaveLeft() {
    LinkModel link = new LinkModel(0, 3, 2, 0, Cores.OWN);
    Algorithm uneven =
        new Rounds(
            List.of(
                List.of(Round.of(Step.send(1, Range.of(100)), Step.reduce(1, Range.of(10)))),
                List.of(Round.of(Step.send(0, Range.of(10)), Step.copy(0, Range.of(100))))));
    assertEquals(100 * 3 + 10 * 2, Simulator.price(uneven, 2, 100, 1, link).totalNanos());
  }

  @Test
  void shouldPriceMessagesWithoutElements() {
    Price price = Simulator.price(new DisseminationBarrier(), 5, 0, 1, LINK);
    assertEquals(3 * ALPHA, price.totalNanos());
    assertEquals(15, price.messages());
    assertEquals(0, price.bytesSentTotal());
  }

  @Test
  void shouldCountTheBytesOfTheBusiestRank() {
    Price price = Simulator.price(new BinomialBroadcast(), 8, 10, 4, LINK);
    assertEquals(3 * 40, price.bytesSentMax());
    assertEquals(7 * 40, price.bytesSentTotal());
  }

  @Test
  void shouldNotCountRoundsInWhichNobodyCommunicates() {
    Algorithm pausing =
        new Rounds(List.of(List.of(send(), Round.IDLE, send()), List.of(get(), get())));
    assertEquals(3, Simulator.price(pausing, 2, 10, 4, LINK).rounds());
    Algorithm idle = new Rounds(List.of(List.of(Round.IDLE, send()), List.of(Round.IDLE, get())));
    assertEquals(1, Simulator.price(idle, 2, 10, 4, LINK).rounds());
  }

  @Test
  void shouldRefuseWhatWouldWaitForEver() {
    Algorithm unsent = new Rounds(List.of(List.of(), List.of(get())));
    String message =
        assertThrows(IllegalArgumentException.class, () -> Simulator.price(unsent, 2, 10, 4, LINK))
            .getMessage();
    assertEquals("rank 1 awaits what rank 0 never sends", message);

    Round first = Round.of(Step.copy(1, Range.of(10)));
    Round second = Round.of(Step.copy(0, Range.of(10)));
    Algorithm cycle =
        new Rounds(
            List.of(List.of(first, send()), List.of(second, Round.of(Step.send(0, Range.of(10))))));
    message =
        assertThrows(IllegalArgumentException.class, () -> Simulator.price(cycle, 2, 10, 4, LINK))
            .getMessage();
    assertEquals("rank 0 waits for rank 1 for ever", message);
  }

  @Test
  void shouldRefuseSizesThatDoNotExist() {
    Ring ring = new Ring();
    assertThrows(IllegalArgumentException.class, () -> Simulator.price(ring, 0, 1, 4, LINK));
    assertThrows(IllegalArgumentException.class, () -> Simulator.price(ring, 2, -1, 4, LINK));
    assertThrows(IllegalArgumentException.class, () -> Simulator.price(ring, 2, 1, 0, LINK));
  }

  @Test
  void shouldPriceAThousandRanksQuickly() {
    Price price =
        assertTimeout(
            Duration.ofSeconds(8), () -> Simulator.price(new Ring(), 1000, 1000, 4, LINK));
    assertEquals(2 * 999 * (ALPHA + 4 * BETA) + 999 * 4 * GAMMA, price.totalNanos());
    assertTrue(price.messages() == 2L * 999 * 1000);
  }

  private static Round send() {
    return Round.of(Step.send(1, Range.of(10)));
  }

  private static Round get() {
    return Round.of(Step.copy(0, Range.of(10)));
  }

  /** Rounds as given. */
  private record Rounds(List<List<Round>> ofRanks) implements Algorithm {
    @Override
    public String name() {
      return "rounds";
    }

    @Override
    public Collective collective() {
      return Collective.broadcast(0);
    }

    @Override
    public String summary() {
      return "";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      return new Schedule(rank, size, length, ofRanks.get(rank));
    }
  }

  /** Everyone sends its vector to the right, and all of them reduce at once. */
  private record ToTheRight() implements Algorithm {
    @Override
    public String name() {
      return "to-the-right";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public String summary() {
      return "";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      Range all = Range.of(length);
      Step send = Step.send((rank + 1) % size, all);
      Step reduce = Step.reduce((rank + size - 1) % size, all);
      return new Schedule(rank, size, length, List.of(Round.of(send, reduce)));
    }
  }
}
