package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Ring;
import io.papilio.core.price.LinkModel.Cores;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.topology.Topologies;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepPricerTest {
  private static final int LENGTH = 40_000;
  private static final double PASS = 0.1 * LENGTH;
  private static final LinkModel NETWORK = LinkModel.of(10_000, 1);

  private static StepPricer among(int workers, LinkModel link) {
    return new StepPricer(new Selector(link), workers, LENGTH);
  }

  @Test
  void shouldComputeOneAfterTheOtherOnACore() {
    assertEquals(240, among(2, NETWORK).compute(100), 1e-9);
    LinkModel shared = new LinkModel(0, 0, 0, 0, Cores.shared(2));
    assertEquals(240, among(2, shared).compute(100), 1e-9);
    assertEquals(4 * 240, among(8, shared).compute(100), 1e-9);
  }

  @Test
  void shouldAddAPassToAnAllReduce() {
    Algorithm ring = new Ring();
    double alone = Simulator.price(ring, 4, LENGTH, 4, NETWORK).totalNanos();
    assertEquals(alone + PASS, among(4, NETWORK).allReduce(Optional.of(ring)), 1e-6);
    double best = among(4, NETWORK).allReduce(Optional.empty());
    assertTrue(best <= 1.05 * (alone + PASS));
    LinkModel shared = new LinkModel(10_000, 1, 0, 0, Cores.shared(2));
    double queued = among(8, shared).allReduce(Optional.of(ring));
    double apart = Simulator.price(ring, 8, LENGTH, 4, shared).totalNanos();
    assertEquals(apart + 4 * PASS, queued, 1e-6);
  }

  /** log2 N rounds of all entries, and 15 ns for each; there are no more than weights. */
  @Test
  void shouldPriceEntries() {
    double sent = 2 * (10_000 + 8 * 1_000);
    assertEquals(sent + 15 * 1_000, among(4, NETWORK).entries(1_000), 1e-6);
    assertEquals(among(4, NETWORK).entries(LENGTH), among(4, NETWORK).entries(1_000_000));
  }

  /** Whatever the number of workers, if each has a core and a link of its own. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 64})
  void shouldPriceAPairAsAnAllReduceOfTwo(int workers) {
    Selector selector = new Selector(NETWORK);
    Algorithm ofTwo = selector.choose(Collective.Kind.ALL_REDUCE, 2, LENGTH, 4);
    double two = Simulator.price(ofTwo, 2, LENGTH, 4, NETWORK).totalNanos();
    double mixing = among(workers, NETWORK).mixing(Topologies.named("butterfly"));
    assertEquals(two + PASS, mixing, 1e-6);
  }

  /**
   * A vector to each neighbour; a copy of it, and a pass over what came of it. Where several send
   * to one at first, they wait for its link: at most twice as long as if all links were full.
   */
  @ParameterizedTest
  @CsvSource({"ring, 12, 1", "expander, 12, 2", "complete, 12, 11"})
  void shouldPriceARoundOfVectors(String topology, int workers, int neighbours) {
    double mixing = among(workers, NETWORK).mixing(Topologies.named(topology));
    double least = 10_000 + neighbours * 4.0 * LENGTH + 2 * PASS;
    double most = neighbours == 1 ? least : 2 * least;
    assertTrue(mixing > least - 1e-6 && mixing < most + 1e-6, mixing + " against " + least);
  }

  /** The pairs of many workers queue for cores, as everything does. */
  @Test
  void shouldShareCoresAmongPairs() {
    LinkModel link = LinkModel.shm().withCores(2);
    double two = among(2, link).mixing(Topologies.named("butterfly"));
    double sixteen = among(16, link).mixing(Topologies.named("butterfly"));
    assertTrue(sixteen > 6 * two, sixteen + " against " + two);
    double roomy = among(16, link.withCores(64)).mixing(Topologies.named("butterfly"));
    assertTrue(roomy < 1.5 * two, roomy + " against " + two);
  }

  @Test
  void shouldPriceServersAsBothHalvesOfASum() {
    Selector selector = new Selector(NETWORK);
    double halves = 0;
    for (Collective.Kind kind :
        new Collective.Kind[] {Collective.Kind.REDUCE_SCATTER, Collective.Kind.ALL_GATHER}) {
      halves += selector.prices(kind, 4, LENGTH, 4).get(0).price().totalNanos();
    }
    assertEquals(halves + 2 * PASS, among(4, NETWORK).throughServers(), 1e-6);
  }

  /** What is long is on the line through what is shorter: butterflies of 64 in no time. */
  @Test
  void shouldPriceVectorsOfAnyLength() {
    StepPricer longer = new StepPricer(new Selector(LinkModel.shm()), 64, 1_000_000_000);
    StepPricer shorter = new StepPricer(new Selector(LinkModel.shm()), 64, 100_000_000);
    double ratio =
        longer.mixing(Topologies.named("butterfly"))
            / shorter.mixing(Topologies.named("butterfly"));
    assertEquals(10, ratio, 0.5);
  }
}
