package io.papilio.core.price;

import static java.util.Comparator.comparingLong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.algorithm.MixedRadix;
import io.papilio.core.algorithm.ReduceBroadcast;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.algorithm.Tree;
import io.papilio.core.price.Corrections.Timed;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
  private static final LinkModel LINK = LinkModel.of(10_000, 0.25);

  @Test
  void shouldChooseByLength() {
    List<Algorithm> three = List.of(new Ring(), new Butterfly(), new HalvingDoubling());
    Selector selector = new Selector(LINK, three);
    assertEquals("butterfly", selector.choose(Kind.ALL_REDUCE, 16, 16, 4).name());
    assertEquals("halving-doubling", selector.choose(Kind.ALL_REDUCE, 16, 1 << 20, 4).name());
  }

  @Test
  void shouldOfferTheCheapestFirst() {
    List<Offer> offers = new Selector(LINK).prices(Kind.ALL_REDUCE, 16, 1 << 18, 4);
    assertEquals(Algorithms.of(Kind.ALL_REDUCE).size(), offers.size());
    double least =
        offers.stream().mapToDouble(offer -> offer.price().totalNanos()).min().orElseThrow();
    for (int i = 1; i < offers.size(); i++) {
      Price one = offers.get(i - 1).price();
      Price next = offers.get(i).price();
      boolean asGood = next.totalNanos() <= 1.05 * least;
      assertTrue(
          asGood ? one.messages() <= next.messages() : one.totalNanos() <= next.totalNanos());
    }
    for (Offer offer : offers) {
      assertEquals(Simulator.price(offer.algorithm(), 16, 1 << 18, 4, LINK), offer.price());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void shouldTakeTheFewestMessagesOfThoseAsGood(int size) {
    List<Algorithm> near = List.of(new MixedRadix(), new HalvingDoubling());
    Selector selector = new Selector(LinkModel.shm(), near);
    List<Offer> offers = selector.prices(Kind.ALL_REDUCE, size, 100_000, 4);
    Price first = offers.get(0).price();
    Price second = offers.get(1).price();
    assertEquals("halving-doubling", offers.get(0).algorithm().name());
    assertTrue(first.totalNanos() > second.totalNanos(), "else it says nothing");
    assertTrue(first.messages() < second.messages(), offers.toString());
  }

  @Test
  void shouldCutLongVectorsButNotForTrees() {
    List<Algorithm> three = List.of(new Tree(), new ReduceBroadcast(), new HalvingDoubling());
    Selector selector = new Selector(LinkModel.shm(), three);
    List<Offer> offers = selector.prices(Kind.ALL_REDUCE, 8, 1_000_000, 4);
    assertEquals(
        List.of("tree", "halving-doubling/65536", "halving-doubling", "reduce-broadcast"),
        offers.stream().map(offer -> offer.algorithm().name()).toList());
  }

  @Test
  void shouldTakeTheFirstNameOfEqualPrices() {
    List<Algorithm> equal = List.of(new Ring(), new MixedRadix(), new HalvingDoubling());
    Selector selector = new Selector(LINK, equal);
    assertEquals("halving-doubling", selector.choose(Kind.ALL_REDUCE, 2, 1000, 4).name());
    assertEquals("halving-doubling", selector.choose(Kind.ALL_REDUCE, 1, 1000, 4).name());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldAnswerForEveryCollective(Kind kind) {
    Selector selector = new Selector(LinkModel.tcp());
    Algorithm choice = selector.choose(kind, 5, 1000, 4);
    assertEquals(kind, choice.collective().kind());
    assertSame(choice, selector.choose(kind, 5, 1000, 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8, 16})
  void shouldKeepToTheStraightLineForLongVectors(int size) {
    LinkModel link = LinkModel.network(10, 25);
    int length = 3_000_000;
    for (Offer offer : new Selector(link).prices(Kind.ALL_REDUCE, size, length, 4)) {
      Price exact = Simulator.price(offer.algorithm(), size, length, 4, link);
      assertEquals(1, offer.price().totalNanos() / exact.totalNanos(), 0.02, offer.toString());
      assertEquals(1, (double) offer.price().bytesSentMax() / exact.bytesSentMax(), 0.001);
    }
  }

  @Test
  void shouldChooseQuicklyForAnyLength() {
    Selector selector = new Selector(LinkModel.tcp());
    assertTimeout(
        Duration.ofMinutes(1), () -> selector.choose(Kind.ALL_REDUCE, 64, Integer.MAX_VALUE, 8));
  }

  @Test
  void shouldChooseByWhatWasMeasured() {
    Selector selector = new Selector(LinkModel.shm());
    List<Offer> modelled = selector.prices(Kind.ALL_REDUCE, 2, 1_000_000, 4);
    Offer last = modelled.get(modelled.size() - 1);
    double cheapest = modelled.get(0).price().totalNanos();
    List<Timed> table = new ArrayList<>();
    for (Offer offer : modelled) {
      double nanos = offer == last ? cheapest / 2 : cheapest;
      table.add(new Timed(offer.algorithm(), 1_000_000, nanos / offer.price().totalNanos()));
    }
    Selector corrected = selector.corrected(new Corrections(table));
    assertNotEquals(last.algorithm(), selector.choose(Kind.ALL_REDUCE, 2, 1_000_000, 4));
    assertEquals(last.algorithm(), corrected.choose(Kind.ALL_REDUCE, 2, 1_000_000, 4));
    Price price = corrected.price(last.algorithm(), 2, 1_000_000, 4);
    assertEquals(1, price.totalNanos() / (cheapest / 2), 1e-9);
    assertEquals(last.price().messages(), price.messages());
    assertEquals(
        selector.prices(Kind.BROADCAST, 2, 1_000_000, 4),
        corrected.prices(Kind.BROADCAST, 2, 1_000_000, 4));
  }

  /** Fewer messages count where a model is in doubt, not where a clock was read. */
  @Test
  void shouldTakeTheFastestOfThoseThatWereTimed() {
    Selector selector = new Selector(LinkModel.tcp());
    List<Offer> modelled = selector.prices(Kind.ALL_REDUCE, 8, 1_000, 4);
    Offer most = Collections.max(modelled, comparingLong(offer -> offer.price().messages()));
    List<Timed> table = new ArrayList<>();
    for (Offer offer : modelled) {
      double nanos = offer == most ? 99 : 100;
      table.add(new Timed(offer.algorithm(), 1_000, nanos / offer.price().totalNanos()));
    }
    Selector corrected = selector.corrected(new Corrections(table));
    assertEquals(most.algorithm(), corrected.choose(Kind.ALL_REDUCE, 8, 1_000, 4));
  }

  /** At these sizes another one is cheaper, by less than a model can tell. */
  @ParameterizedTest
  @CsvSource({"REDUCE_SCATTER, 8", "ALL_GATHER, 10"})
  void shouldChooseAsBeforeWhatWasNotTimed(Kind kind, int size) {
    Selector selector = new Selector(LinkModel.network());
    Corrections slow = new Corrections(List.of(new Timed(new Tree(), 1_000, 50)));
    List<Offer> offers = selector.prices(kind, size, 100_000, 4);
    assertTrue(offers.get(0).price().totalNanos() > offers.get(1).price().totalNanos());
    assertEquals(offers, selector.corrected(slow).prices(kind, size, 100_000, 4));
  }

  @Test
  void shouldChooseAmongThoseThatWereTimed() {
    Selector selector = new Selector(LinkModel.shm());
    List<Offer> modelled = selector.prices(Kind.ALL_REDUCE, 8, 1_000, 4);
    Algorithm cheapest = modelled.get(0).algorithm();
    assertTrue(modelled.size() > 1);
    Corrections slow = new Corrections(List.of(new Timed(cheapest, 1_000, 50)));
    assertEquals(cheapest, selector.corrected(slow).choose(Kind.ALL_REDUCE, 8, 1_000, 4));
  }

  @Test
  void shouldSayThatThereIsNothingToChooseFrom() {
    Selector selector = new Selector(LINK, List.of(new Tree()));
    assertThrows(IllegalArgumentException.class, () -> selector.choose(Kind.BARRIER, 2, 0, 1));
  }
}
