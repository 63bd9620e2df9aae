package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.price.LinkModel.Cores;
import io.papilio.core.price.LinkModel.Host;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Segmented;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkModelTest {

  @Test
  void shouldTurnTheSpeedOfANetworkIntoCosts() {
    LinkModel network = LinkModel.network(10, 25);
    assertEquals(25_000, network.alphaNanos());
    assertEquals(0.8, network.betaNanosPerByte());
    assertEquals(Cores.OWN, network.cores());
  }

  @Test
  void shouldOrderThePresetsByTheirSpeed() {
    assertTrue(LinkModel.shm().alphaNanos() < LinkModel.tcp().alphaNanos());
    for (int size : new int[] {2, 4, 8}) {
      double inproc = nanosOfLongVectors(LinkModel.inproc(), size);
      double shm = nanosOfLongVectors(LinkModel.shm(), size);
      double tcp = nanosOfLongVectors(LinkModel.tcp(), size);
      assertTrue(inproc < shm && shm < tcp, inproc + " " + shm + " " + tcp);
    }
  }

  private static double nanosOfLongVectors(LinkModel link, int size) {
    Collective.Kind kind = Collective.Kind.ALL_REDUCE;
    return new Selector(link)
        .prices(kind, size, 10_000_000, Float.BYTES)
        .get(0)
        .price()
        .totalNanos();
  }

  @Test
  void shouldTakeLongerForWhatNoCacheHolds() {
    LinkModel near = new LinkModel(0, 0, 1, 1, Cores.OWN);
    LinkModel link = new LinkModel(0, 0, 1, 1, Cores.OWN, new Caches(3));
    Algorithm ring = new Ring();
    double shortVector = Simulator.price(ring, 2, 100_000, 4, near).totalNanos();
    assertEquals(shortVector, Simulator.price(ring, 2, 100_000, 4, link).totalNanos());
    double longVector = Simulator.price(ring, 2, 20_000_000, 4, near).totalNanos();
    assertEquals(3 * longVector, Simulator.price(ring, 2, 20_000_000, 4, link).totalNanos());
    double inPieces =
        Simulator.price(new Segmented(ring, 65_536), 2, 20_000_000, 4, link).totalNanos();
    assertEquals(2 * longVector, inPieces, 0.02 * longVector);
    assertThrows(IllegalArgumentException.class, () -> new Caches(0.5));
    assertThrows(IllegalArgumentException.class, () -> new Caches(4e6, 2, true, 0.5));
    assertThrows(IllegalArgumentException.class, () -> new Caches(0, 2, false, 1));
    assertThrows(IllegalArgumentException.class, () -> new Caches(32e6, 2, false, 1));
  }

  /**
   * Eight vectors on two cores are in each other's way: as far off as two of four times as many.
   */
  @Test
  void shouldCountTheVectorsOfAllRanksOfACore() {
    Algorithm ring = new Ring();
    Cores two = Cores.shared(2);
    LinkModel near = new LinkModel(0, 0, 1, 1, two);
    LinkModel link = new LinkModel(0, 0, 1, 1, two, new Caches(3));
    double[] factors = new double[2];
    int[][] shapes = {{2, 4_000_000}, {8, 1_000_000}};
    for (int i = 0; i < shapes.length; i++) {
      int size = shapes[i][0];
      int length = shapes[i][1];
      factors[i] =
          Simulator.price(ring, size, length, 4, link).totalNanos()
              / Simulator.price(ring, size, length, 4, near).totalNanos();
    }
    assertEquals(factors[0], factors[1], 1e-9);
    assertTrue(factors[0] > 2);
  }

  @Test
  void shouldCutLongVectorsWhereThatKeepsThemInTheCache() {
    Collective.Kind kind = Collective.Kind.ALL_REDUCE;
    LinkModel link = new LinkModel(100, 0, 1, 1, Cores.OWN, new Caches(3));
    assertFalse(new Selector(link).choose(kind, 2, 100_000, 4) instanceof Segmented);
    assertTrue(new Selector(link).choose(kind, 2, 10_000_000, 4) instanceof Segmented);
    LinkModel roomy = new LinkModel(100, 0, 1, 1, Cores.OWN, new Caches(4e6, 3, false, 1));
    assertFalse(new Selector(roomy).choose(kind, 2, 1_000_000, 4) instanceof Segmented);
    assertTrue(new Selector(link).choose(kind, 2, 1_000_000, 4) instanceof Segmented);
    LinkModel near = new LinkModel(100, 0, 1, 1, Cores.OWN);
    assertFalse(new Selector(near).choose(kind, 2, 10_000_000, 4) instanceof Segmented);
  }

  /** What a thread has just written lies in the cache of its core, from where it is no nearer. */
  @Test
  void shouldGainByCuttingWhatIsLentOnlyBeyondTheLastCacheAndWhereRanksShareACore() {
    LinkModel link = new LinkModel(0, 0, 1, 1, Cores.shared(2), new Caches(4e6, 3, true, 1));
    assertEquals(1, gain(link, 2, 20_000_000), 1e-3, "a core each");
    assertEquals(1, gain(link, 4, 1_000_000), 1e-3, "8 MB a core");
    assertEquals(1, gain(link, 4, 4_000_000), 1e-3, "32 MB a core");
    assertEquals(3 / 2.8, gain(link, 4, 5_656_854), 1e-3, "half way");
    assertEquals(3 / 2.6, gain(link, 4, 8_000_000), 1e-3, "64 MB a core");
    assertEquals(3 / 2.6, gain(link, 4, 12_000_000), 1e-3);
    assertEquals(1, gain(link.withFar(2), 2, 20_000_000), 1e-3);
    assertEquals(2 / 1.8, gain(link.withFar(2), 4, 8_000_000), 1e-3);
  }

  /**
   * Of two cores, shared by more than two threads, a reader is on the writer's half of the time.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 10000, 5", // within the cache of the core that wrote it
    "2, 250000, 5",
    "2, 500000, 3", // half way
    "2, 1000000, 1", // in the last cache
    "4, 10000, 3",
    "4, 250000, 2",
    "4, 500000, 1",
    "8, 62500, 3"
  })
  void shouldTakeLongerForWhatAnotherCoreHasInItsOwnCache(int ranks, int length, double factor) {
    assertEquals(factor, passing(true, ranks, length), 1e-9);
    assertEquals(1, passing(false, ranks, length), 1e-9);
  }

  private static double passing(boolean lent, int ranks, int length) {
    LinkModel link = new LinkModel(0, 0, 1, 1, Cores.shared(2), new Caches(8e6, 3, lent, 5));
    LinkModel near = new LinkModel(0, 0, 1, 1, Cores.shared(2), new Caches(8e6, 1, lent, 1));
    return Simulator.price(new Ring(), ranks, length, 4, link).totalNanos()
        / Simulator.price(new Ring(), ranks, length, 4, near).totalNanos();
  }

  @Test
  void shouldCutBetweenProcessesAndBetweenThreadsThatShareACore() {
    Collective.Kind kind = Collective.Kind.ALL_REDUCE;
    Selector threads = new Selector(LinkModel.inproc());
    assertFalse(threads.choose(kind, 2, 10_000_000, 4) instanceof Segmented);
    assertTrue(threads.choose(kind, 4, 10_000_000, 4) instanceof Segmented);
    assertEquals("halving-doubling", threads.choose(kind, 4, 1_000_000, 4).name());
    assertEquals("halving-doubling", threads.choose(kind, 8, 1_000_000, 4).name());
    Selector processes = new Selector(LinkModel.shm());
    assertTrue(processes.choose(kind, 2, 1_000_000, 4) instanceof Segmented);
  }

  /**
   * Threads wait for readers, of which the butterfly has most; processes wait for the turns of
   * others, which are lost where few have something to do.
   */
  @Test
  void shouldKnowWhatItTakesToChangeRanks() {
    Collective.Kind kind = Collective.Kind.ALL_REDUCE;
    Selector threads = new Selector(LinkModel.inproc());
    assertEquals("butterfly", threads.choose(kind, 2, 1_000, 4).name());
    assertEquals("tree", threads.choose(kind, 4, 1_000, 4).name());
    assertEquals("tree", threads.choose(kind, 8, 1_000, 4).name());
    Selector processes = new Selector(LinkModel.shm());
    assertEquals("tree", processes.choose(kind, 3, 100, 4).name(), "as good, in fewer rounds");
    assertEquals("butterfly", processes.choose(kind, 4, 1_000, 4).name());
    assertEquals("butterfly", processes.choose(kind, 8, 1_000, 4).name());
  }

  /** How much longer it takes in one piece. */
  private static double gain(LinkModel link, int size, int length) {
    Algorithm algorithm = new HalvingDoubling();
    Algorithm cut = new Segmented(algorithm, 65_536);
    return Simulator.price(algorithm, size, length, 4, link).totalNanos()
        / Simulator.price(cut, size, length, 4, link).totalNanos();
  }

  /** However short the vectors are. */
  @ParameterizedTest
  @CsvSource({"2, 1", "8, 1", "11, 1.367", "16, 1.8", "32, 1.8"})
  void shouldTakeLongerWhereManyRanksTakeTurnsOnACore(int ranks, double factor) {
    Caches caches = new Caches(1);
    LinkModel near = new LinkModel(0, 0, 1, 1, Cores.shared(2), caches);
    LinkModel crowded = new LinkModel(0, 0, 1, 1, Cores.shared(2), caches.withCrowded(1.8));
    double nearNanos = Simulator.price(new Ring(), ranks, 10_000, 4, near).totalNanos();
    double crowdedNanos = Simulator.price(new Ring(), ranks, 10_000, 4, crowded).totalNanos();
    assertEquals(factor, crowdedNanos / nearNanos, 1e-3);
    assertThrows(IllegalArgumentException.class, () -> caches.withCrowded(0.5));
  }

  /** Ranks share what their own host has: the slowest of them count. */
  @Test
  void shouldShareTheCoresOfHosts() {
    LinkModel shm = LinkModel.shm();
    for (int cores : new int[] {1, 2, 8, 64}) {
      for (int ranks : new int[] {1, 3, 8, 100}) {
        assertEquals(cores, shm.on(List.of(new Host(ranks, cores))).cores().count());
      }
    }
    assertEquals(32, shm.on(Collections.nCopies(16, new Host(1, 2))).cores().count());
    assertEquals(4, shm.on(List.of(new Host(4, 2), new Host(4, 64))).cores().count());
    assertEquals(1, shm.on(List.of(new Host(3, 1), new Host(1, 64))).cores().count());
    assertEquals(shm, shm.on(List.of(new Host(5, 2))), "nothing else changes");
    assertThrows(IllegalArgumentException.class, () -> shm.on(List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Host(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new Host(1, 0));
  }

  /** Eight ranks: alone on 8 cores or 64, four of them on each of two. */
  @Test
  void shouldNotPriceManyCoresAsTwo() {
    for (LinkModel link : List.of(LinkModel.inproc(), LinkModel.shm(), LinkModel.tcp())) {
      double two = nanosOn(2, link);
      double eight = nanosOn(8, link);
      assertEquals(eight, nanosOn(64, link), 1e-9);
      assertTrue(two > 1.8 * eight, two + " against " + eight);
    }
    Collective.Kind kind = Collective.Kind.ALL_REDUCE;
    Selector crowded = new Selector(LinkModel.shm().on(List.of(new Host(8, 2))));
    Selector roomy = new Selector(LinkModel.shm().on(List.of(new Host(8, 64))));
    assertNotEquals(
        crowded.choose(kind, 8, 10_000, 4).name(), roomy.choose(kind, 8, 10_000, 4).name());
  }

  private static double nanosOn(int cores, LinkModel link) {
    LinkModel here = link.on(List.of(new Host(8, cores)));
    return Simulator.price(new HalvingDoubling(), 8, 100_000, 4, here).totalNanos();
  }

  @Test
  void shouldChangeTheNumberOfCoresAlone() {
    LinkModel shm = LinkModel.shm();
    LinkModel wide = shm.withCores(64);
    assertEquals(64, wide.cores().count());
    assertEquals(shm.cores().wakeNanos(), wide.cores().wakeNanos());
    assertEquals(shm, wide.withCores(shm.cores().count()));
    assertEquals(shm, shm.withWake(7).withWake(shm.cores().wakeNanos()));
    LinkModel inproc = LinkModel.inproc();
    assertEquals(inproc, inproc.withFar(9).withFar(inproc.caches().far()));
    assertEquals(shm, shm.withFar(9).withFar(shm.caches().far()));
    assertEquals(620 + 1_200, shm.latencyNanos(4));
    assertEquals(620, shm.latencyNanos(2));
  }

  @Test
  void shouldRefuseCostsThatAreNone() {
    assertThrows(IllegalArgumentException.class, () -> LinkModel.of(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.of(0, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.of(Double.POSITIVE_INFINITY, 0));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.network(0, 1));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.network(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> Cores.shared(0));
    assertThrows(IllegalArgumentException.class, () -> new Cores(1, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> new Cores(1, 0, -1));
  }
}
