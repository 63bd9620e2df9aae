package io.papilio.bench;

import io.papilio.bench.Rounds.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/peers/run}: all-reduces of Papilio in turns with those of other libraries. */
@Command(
    name = "bench/peers/run",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Time all-reduces of Papilio in turns with those of other libraries, on this machine.",
      "",
      "Contenders: Papilio's transports inproc, shm and tcp; openmpi-shm and openmpi-tcp (Debian:"
          + " openmpi-bin, libopenmpi-dev); gloo (Debian: python3-torch). Those that are not"
          + " installed are left out.",
      ""
    },
    footer = {
      "",
      "Example, about a minute:",
      "  bench/peers/run --ranks 2 --lengths 1e3,1e6 --rounds 1 --contenders shm,openmpi-shm"
    })
public final class Peers implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private JobOptions options;

  @Option(
      names = "--calibrate",
      description = "Papilio measures the links first, and chooses and predicts by that.")
  private boolean calibrates;

  @Option(names = "--contenders", split = ",", description = "Only these (default: all).")
  private List<String> names = Field.NAMES;

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description =
          "Where the tables go, and beside them the rows as FILE.json (default: a file in"
              + " bench/results named by the time).")
  private Path out;

  /** Measures, writes, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Peers()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    check();
    Path root = Root.folder();
    Field field = new Field(root, names, calibrates, System.err);
    Child.output(List.of(root.resolve("papilio").toString(), "--version")); // builds it
    Map<String, String> facts = Machine.describe(root, Root.command(command));
    facts.putAll(field.versions());
    Rounds all = new Rounds(System.err);
    all.run(turns(field.contenders()), options.rounds());
    Report report = new Report(facts, all.rows(), all.failures());
    Path file = out == null ? Root.results().resolve(ReportFile.stamped("peers") + ".md") : out;
    report.write(file);
    System.out.print(report.markdown());
    System.err.println("written to " + file);
    return all.failures().isEmpty() ? 0 : 1;
  }

  private void check() {
    options.check();
    for (String name : names) {
      if (!Field.NAMES.contains(name)) {
        throw new ParameterException(
            command.commandLine(), "no contender %s among %s".formatted(name, Field.NAMES));
      }
    }
  }

  private List<Turn> turns(List<Contender> contenders) {
    List<Turn> all = new ArrayList<>();
    for (Job job : options.jobs()) {
      contenders.forEach(contender -> all.add(new Turn(contender, job)));
    }
    return all;
  }
}
