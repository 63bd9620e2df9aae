package io.papilio.cli.collective;

import io.papilio.cli.terminal.Names;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Table;
import io.papilio.cli.terminal.WholeNumber;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.schedule.Collective;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code papilio plan}: what each all-reduce algorithm would cost, and which one wins. */
@Command(
    name = "plan",
    description = {
      "Predict what an all-reduce costs with each algorithm, cheapest first, without running it.",
      "",
      "All ranks' schedules are walked under a model of the link: latency, transfer, and work that"
          + " ranks share cores for. The first is what 'auto' would take: of those within 5 %% of"
          + " the cheapest the one with the fewest messages, then rounds.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio plan --workers 4 --length 1e3,1e6",
      "  papilio plan --workers 64 --length 1e7 --link network --gigabits 25 --latency-micros 10"
    })
public final class PlanCommand implements Callable<Integer> {

  /** A ring of more has too many messages to be walked in a few seconds. */
  private static final int MOST_WORKERS = 1024;

  @Mixin private Output output;
  @Mixin private LinkOptions link;

  @Option(
      names = "--workers",
      paramLabel = "N",
      required = true,
      description = "How many ranks there are.")
  private int workers;

  @Option(
      names = "--length",
      paramLabel = "L",
      required = true,
      split = ",",
      converter = WholeNumber.class,
      description = "Elements of the vector: 1000, 1_000 or 1e3; several separated by commas.")
  private List<Integer> lengths;

  @Option(
      names = "--type",
      defaultValue = "float",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ElementType type;

  /** What an element is. Named as on the command line. */
  enum ElementType {
    FLOAT(4),
    DOUBLE(8),
    INT(4),
    LONG(8);

    private final int bytes;

    ElementType(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public String toString() {
      return Names.of(this);
    }
  }

  /** The prices of one length, as JSON shows them. */
  record Plan(
      int workers,
      int length,
      String type,
      String link,
      int cores,
      String best,
      List<AlgorithmPrice> prices) {}

  /** A line of a table. */
  record AlgorithmPrice(
      String algorithm, double predictedMicros, int rounds, long messages, long bytesSentMax) {}

  @Override
  public Integer call() throws IOException {
    output.check();
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot plan for %d workers, only for 1 to %d".formatted(workers, MOST_WORKERS));
    }
    LinkModel model = link.model();
    Selector selector = new Selector(model);
    List<Plan> plans = new ArrayList<>();
    for (int length : lengths) {
      plans.add(plan(selector, length));
    }
    String tables = plans.stream().map(plan -> "\n\n" + table(plan)).collect(Collectors.joining());
    output.show(link.describe(model, workers) + tables, plans);
    return 0;
  }

  private Plan plan(Selector selector, int length) {
    List<AlgorithmPrice> prices = new ArrayList<>();
    for (Offer offer : selector.prices(Collective.Kind.ALL_REDUCE, workers, length, type.bytes)) {
      prices.add(
          new AlgorithmPrice(
              offer.algorithm().name(),
              offer.price().totalMicros(),
              offer.price().rounds(),
              offer.price().messages(),
              offer.price().bytesSentMax()));
    }
    int cores = Math.min(workers, selector.link().cores().count());
    return new Plan(
        workers, length, type.toString(), link.name(), cores, prices.get(0).algorithm(), prices);
  }

  private String table(Plan plan) {
    Table table =
        new Table("algorithm", ">microseconds", ">times best", ">rounds", ">KB sent by a rank");
    double best = plan.prices().get(0).predictedMicros();
    for (AlgorithmPrice price : plan.prices()) {
      double times = best == 0 ? 1 : price.predictedMicros() / best;
      table.add(
          price.algorithm(),
          Table.fixed(price.predictedMicros(), 1),
          Table.fixed(times, 2),
          price.rounds(),
          Table.fixed(price.bytesSentMax() / 1e3, 1));
    }
    String elements = plan.length() + " elements of type " + plan.type();
    return elements + ", " + workers + " workers: " + plan.best() + " wins\n" + table;
  }
}
