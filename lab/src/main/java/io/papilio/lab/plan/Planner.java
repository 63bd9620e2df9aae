package io.papilio.lab.plan;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Price;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.schedule.Collective;
import io.papilio.lab.plan.AllReducePlan.AlgorithmPrice;
import java.util.List;

/** Prices the all-reduces of some workers on a link, with each algorithm. */
public final class Planner {
  /** A ring of more has too many messages to be walked in a few seconds. */
  private static final int MOST_WORKERS = 1024;

  private final String link;
  private final Selector selector;
  private final int workers;

  /**
   * Creates a planner.
   *
   * @param link what plans call the link
   */
  public Planner(String link, LinkModel model, int workers) {
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot plan for %d workers, only for 1 to %d".formatted(workers, MOST_WORKERS));
    }
    this.link = link;
    this.selector = new Selector(model);
    this.workers = workers;
  }

  /**
   * Returns the prices for vectors of one length.
   *
   * @param type what the plan calls an element
   */
  public AllReducePlan plan(int length, String type, int elementBytes) {
    List<AlgorithmPrice> prices =
        selector.prices(Collective.Kind.ALL_REDUCE, workers, length, elementBytes).stream()
            .map(Planner::price)
            .toList();
    int cores = Math.min(workers, selector.link().cores().count());
    return new AllReducePlan(workers, length, type, link, cores, prices.get(0).algorithm(), prices);
  }

  private static AlgorithmPrice price(Offer offer) {
    Price price = offer.price();
    return new AlgorithmPrice(
        offer.algorithm().name(),
        price.totalMicros(),
        price.rounds(),
        price.messages(),
        price.bytesSentMax());
  }
}
