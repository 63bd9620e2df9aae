package io.papilio.core.price;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.ReduceBroadcast;
import io.papilio.core.algorithm.Tree;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Segmented;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Chooses an algorithm for a collective under a {@link LinkModel}: the cheapest, or, as no model is
 * that exact, the one with the fewest messages, and then rounds, of those that cost hardly more; of
 * equal ones the first name. The same model, corrections, size and length always give the same
 * choice.
 *
 * <p>Prices of vectors beyond {@value #LINEAR_FROM} elements lie on the straight line through those
 * of half as many and of as many: a price is linear in the length, that of a pipeline from when the
 * pipeline is full. So a choice takes milliseconds for any length.
 *
 * <p>Where algorithms were timed, what the model says is multiplied by {@link Corrections}, and the
 * cheapest is taken, also at lengths between those that were timed.
 *
 * <p>An algorithm that is not shipped must prove itself first: a wrong one may well be the
 * cheapest.
 *
 * <p>Safe to share between threads.
 */
public final class Selector {

  /** Long enough that a pipeline of 32 Ki elements a segment is full, short enough to walk. */
  static final int LINEAR_FROM = 1 << 21;

  /** Short enough for the cache of a core, with what others send of it. */
  private static final int SEGMENT_BYTES = 256 * 1024;

  /** What a model prices at no more than this times the cheapest is as good. */
  private static final double AS_GOOD = 1.05;

  /** A job uses a handful of lengths; one that never repeats a length must not fill the memory. */
  private static final int REMEMBERED = 4096;

  private final LinkModel link;
  private final List<Algorithm> algorithms;
  private final Corrections corrections;
  private final Map<Question, Algorithm> answers = new HashMap<>();

  public record Offer(Algorithm algorithm, Price price) {}

  private record Question(Collective.Kind kind, int size, int length, int elementBytes) {}

  /** Among all algorithms there are. */
  public Selector(LinkModel link) {
    this(link, Algorithms.all());
  }

  public Selector(LinkModel link, List<Algorithm> algorithms) {
    this(link, algorithms, Corrections.NONE);
  }

  private Selector(LinkModel link, List<Algorithm> algorithms, Corrections corrections) {
    this.link = link;
    this.algorithms = List.copyOf(algorithms);
    this.corrections = corrections;
  }

  /** Returns a selector for a group in which these were measured. */
  public Selector corrected(Corrections measured) {
    return new Selector(link, algorithms, measured);
  }

  public LinkModel link() {
    return link;
  }

  /** The first of {@link #prices}; remembered. */
  public synchronized Algorithm choose(
      Collective.Kind kind, int size, int length, int elementBytes) {
    Question question = new Question(kind, size, length, elementBytes);
    Algorithm known = answers.get(question);
    if (known != null) {
      return known;
    }
    if (answers.size() == REMEMBERED) {
      answers.clear();
    }
    Algorithm best = prices(kind, size, length, elementBytes).get(0).algorithm();
    answers.put(question, best);
    return best;
  }

  /** What each algorithm costs: first those as good as the cheapest, by messages; then by price. */
  public List<Offer> prices(Collective.Kind kind, int size, int length, int elementBytes) {
    List<Offer> offers =
        algorithms.stream()
            .filter(algorithm -> algorithm.collective().kind() == kind)
            .flatMap(algorithm -> variants(algorithm, length, elementBytes))
            .map(algorithm -> new Offer(algorithm, price(algorithm, size, length, elementBytes)))
            .toList();
    double least =
        offers.stream()
            .mapToDouble(offer -> offer.price().totalNanos())
            .min()
            .orElseThrow(() -> new IllegalArgumentException("no algorithm for " + kind));
    double most = corrections.areOf(kind) ? least : AS_GOOD * least;
    return offers.stream()
        .sorted(
            Comparator.comparingLong((Offer offer) -> messagesIfAsGood(offer.price(), most))
                .thenComparingInt(offer -> roundsIfAsGood(offer.price(), most))
                .thenComparingDouble(offer -> offer.price().totalNanos())
                .thenComparing(offer -> offer.algorithm().name()))
        .toList();
  }

  private static long messagesIfAsGood(Price price, double most) {
    return price.totalNanos() <= most ? price.messages() : Long.MAX_VALUE;
  }

  private static int roundsIfAsGood(Price price, double most) {
    return price.totalNanos() <= most ? price.rounds() : Integer.MAX_VALUE;
  }

  /**
   * Long vectors may also go in segments, which may stay in the caches of the cores. A tree does so
   * by itself; a binomial one in segments is a tree whose root has more to do.
   */
  private Stream<Algorithm> variants(Algorithm algorithm, int length, int elementBytes) {
    boolean isTree = algorithm instanceof Tree || algorithm instanceof ReduceBroadcast;
    boolean cut =
        link.caches().far() > 1
            && (long) length * elementBytes > 2 * SEGMENT_BYTES
            && algorithm.collective().kind() == Collective.Kind.ALL_REDUCE
            && !isTree;
    return cut
        ? Stream.of(algorithm, new Segmented(algorithm, SEGMENT_BYTES / elementBytes))
        : Stream.of(algorithm);
  }

  public Price price(Algorithm algorithm, int size, int length, int elementBytes) {
    Algorithms.prove(algorithm, size);
    return modelled(algorithm, size, length, elementBytes, link)
        .times(corrections.factor(algorithm, length, elementBytes));
  }

  static Price modelled(
      Algorithm algorithm, int size, int length, int elementBytes, LinkModel link) {
    if (length <= LINEAR_FROM) {
      return Simulator.price(algorithm, size, length, elementBytes, link);
    }
    int half = LINEAR_FROM / 2;
    LinkModel.Loaded as = link.ofVectors((double) length * elementBytes, size);
    Price shorter = Simulator.run(algorithm, size, half, elementBytes, as);
    Price longer = Simulator.run(algorithm, size, LINEAR_FROM, elementBytes, as);
    return shorter.onLineTo(longer, ((double) length - half) / half);
  }
}
