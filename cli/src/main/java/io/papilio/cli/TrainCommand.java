package io.papilio.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio train}: from data to a model, on many workers. */
@Command(
    name = "train",
    description = {
      "Train a linear model on many workers.",
      "",
      "Minimises the sum of the losses of all examples + L/2 times the squared norm of the weights;"
          + " the bias is not in it. Two labels, whatever they are: the smaller is the negative"
          + " one. All workers have the same weights at every step, and the same data, seed and"
          + " workers give the same model again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio train",
      "  papilio train --data train.svm.gz --test test.svm.gz --out model.papilio",
      "  papilio train --data 'part-*.vw' --bits 22 --optimizer online --epochs 3 --workers 4",
      "  papilio train --data train.svm --loss hinge --optimizer sgd --launch processes"
    })
final class TrainCommand implements Callable<Integer> {
  private static final int MOST_WORKERS = 256;

  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Mixin private TrainOptions options;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many workers (default: as many as cores).")
  private Integer workers;

  @Option(
      names = "--launch",
      defaultValue = "threads",
      description = "Workers are threads or processes of this machine (default: ${DEFAULT-VALUE}).")
  private Launch launch;

  /** What workers are, named as on the command line. */
  enum Launch {
    THREADS,
    PROCESSES
  }

  @Override
  public Integer call() throws Exception {
    output.check();
    options.check();
    int count = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
    if (count < 1 || count > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot train with %d workers, only with 1 to %d".formatted(count, MOST_WORKERS));
    }
    if (options.generates()) {
      output.say("no --data: learning from examples that are made up here");
    }
    TrainRunner runner = new TrainRunner(count, options, command.commandLine().getErr());
    Map<String, Object> result =
        new LinkedHashMap<>(
            launch == Launch.THREADS ? runner.threads() : runner.processes(arguments()));
    Map<String, Object> used = new LinkedHashMap<>(TrainReport.section(result, "options"));
    used.put("workers", count);
    used.put("launch", Names.of(launch));
    result.put("options", used);
    output.json(result);
    output.print(TrainReport.text(result));
    return 0;
  }

  /** Of this command, without what is for it alone. */
  private List<String> arguments() {
    List<String> all = command.commandLine().getParseResult().originalArgs();
    List<String> arguments = new ArrayList<>();
    for (int i = all.indexOf(command.name()) + 1; i < all.size(); i++) {
      String name = all.get(i).replaceFirst("=.*", "");
      if (name.equals("--workers") || name.equals("--launch") || name.equals("--json")) {
        i += all.get(i).contains("=") ? 0 : 1;
      } else {
        arguments.add(all.get(i));
      }
    }
    return arguments;
  }
}
