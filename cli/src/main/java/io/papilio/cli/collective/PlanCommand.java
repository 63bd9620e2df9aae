package io.papilio.cli.collective;

import io.papilio.cli.terminal.Names;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Table;
import io.papilio.cli.terminal.WholeNumber;
import io.papilio.core.price.LinkModel;
import io.papilio.lab.plan.AllReducePlan;
import io.papilio.lab.plan.AllReducePlan.AlgorithmPrice;
import io.papilio.lab.plan.AllReducePlan.StrategyPrice;
import io.papilio.lab.plan.Planner;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code papilio plan}: what each all-reduce algorithm would cost, and which one wins. */
@Command(
    name = "plan",
    description = {
      "Predict what an all-reduce costs with each algorithm, cheapest first, without running it,"
          + " and what a step of training with as many weights takes under several --sync.",
      "",
      "All ranks' schedules are walked under a model of the link: latency, transfer, and work that"
          + " ranks share cores for. The first is what 'auto' would take: of those within 5 %% of"
          + " the cheapest the one with the fewest messages, then rounds.",
      "",
      "Steps are those of linear models by sgd. Without --batch-nonzeros they are without what"
          + " workers compute, and gradients are dense.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio plan --workers 4 --length 1e3,1e6",
      "  papilio plan --workers 16 --length 47237 --link tcp --batch-nonzeros 300",
      "  papilio plan --workers 64 --length 1e7 --link network --gigabits 25 --latency-micros 10"
    })
public final class PlanCommand implements Callable<Integer> {

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
      description = "float, double, int or long (default: ${DEFAULT-VALUE}).")
  private ElementName type;

  @Option(
      names = "--batch-nonzeros",
      paramLabel = "Z",
      converter = WholeNumber.class,
      description = "Non-zeros of each worker's rows in a step, which prices compute and entries.")
  private Integer nonZeros;

  /** What an element is. Named as on the command line. */
  enum ElementName {
    FLOAT,
    DOUBLE,
    INT,
    LONG;

    int bytes() {
      return this == FLOAT || this == INT ? 4 : 8;
    }
  }

  @Override
  public Integer call() throws IOException {
    output.check();
    LinkModel model = link.model();
    Planner planner = new Planner(link.name(), model, workers);
    OptionalLong entries = nonZeros == null ? OptionalLong.empty() : OptionalLong.of(nonZeros);
    List<AllReducePlan> plans =
        lengths.stream()
            .map(length -> planner.plan(length, Names.of(type), type.bytes(), entries))
            .toList();
    String tables =
        plans.stream()
            .map(plan -> "\n\n" + table(plan) + steps(plan))
            .collect(Collectors.joining());
    output.show(link.describe(model, workers) + tables, plans);
    return 0;
  }

  private String table(AllReducePlan plan) {
    double best = plan.prices().get(0).predictedMicros();
    Table<AlgorithmPrice> table =
        new Table<>(plan.prices())
            .column("algorithm", AlgorithmPrice::algorithm)
            .number("microseconds", 1, AlgorithmPrice::predictedMicros)
            .number("times best", 2, price -> best == 0 ? 1 : price.predictedMicros() / best)
            .column(">rounds", AlgorithmPrice::rounds)
            .number("KB sent by a rank", 1, price -> price.bytesSentMax() / 1e3);
    String elements = plan.length() + " elements of type " + plan.type();
    return elements + ", " + workers + " workers: " + plan.best() + " wins\n" + table;
  }

  private String steps(AllReducePlan plan) {
    if (plan.steps().isEmpty()) {
      return "";
    }
    Table<StrategyPrice> table =
        new Table<>(plan.steps())
            .column("sync", StrategyPrice::sync)
            .number("microseconds", 1, StrategyPrice::predictedMicros);
    String what = nonZeros == null ? "what workers exchange" : "compute and exchange";
    return "\n\na step of training, " + what + "\n" + table;
  }
}
