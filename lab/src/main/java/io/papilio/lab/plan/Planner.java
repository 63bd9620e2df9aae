package io.papilio.lab.plan;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Price;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.price.StepPricer;
import io.papilio.core.schedule.Collective;
import io.papilio.lab.plan.AllReducePlan.AlgorithmPrice;
import io.papilio.lab.plan.AllReducePlan.StrategyPrice;
import io.papilio.learn.sync.SyncStrategies;
import java.util.List;
import java.util.OptionalLong;

/**
 * Prices the all-reduces of some workers on a link, with each algorithm, and the steps of a
 * training that they take under several strategies.
 */
public final class Planner {
  /** A ring of more has too many messages to be walked in a few seconds. */
  private static final int MOST_WORKERS = 1024;

  private static final List<String> STRATEGIES =
      List.of("none", "allreduce", "periodic", "butterfly", "expander", "ring", "server");

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
   * @param type what the plan calls an element: steps of float weights are planned, too
   * @param nonZeros of a worker's rows in a step, if gradients may be sparse
   */
  public AllReducePlan plan(int length, String type, int elementBytes, OptionalLong nonZeros) {
    List<AlgorithmPrice> prices =
        selector.prices(Collective.Kind.ALL_REDUCE, workers, length, elementBytes).stream()
            .map(Planner::price)
            .toList();
    int cores = Math.min(workers, selector.link().cores().count());
    String best = prices.get(0).algorithm();
    List<StrategyPrice> steps = type.equals("float") ? steps(length, nonZeros) : List.of();
    return new AllReducePlan(workers, length, type, link, cores, best, prices, steps);
  }

  private List<StrategyPrice> steps(int length, OptionalLong nonZeros) {
    StepPricer pricer = new StepPricer(selector, workers, length);
    double computing = pricer.compute(nonZeros.orElse(0));
    OptionalLong entries =
        nonZeros.stream().map(each -> Math.multiplyExact(each, (long) workers)).findFirst();
    return STRATEGIES.stream()
        .map(
            name -> {
              double nanos = computing + exchange(name, pricer, entries);
              return new StrategyPrice(name, nanos / 1e3);
            })
        .toList();
  }

  private double exchange(String strategy, StepPricer pricer, OptionalLong entries) {
    return workers == 1 ? 0 : SyncStrategies.parse(strategy, "").nanos(pricer, entries);
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
