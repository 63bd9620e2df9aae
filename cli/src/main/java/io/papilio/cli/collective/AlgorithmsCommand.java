package io.papilio.cli.collective;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Table;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.draw.SchedulePicture;
import io.papilio.core.draw.ScheduleText;
import io.papilio.core.schedule.Algorithm;
import io.papilio.lab.plan.ScheduleTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code papilio algorithms}: what each collective algorithm costs, counted from its schedule. */
@Command(
    name = "algorithms",
    description = {
      "List the collective algorithms: rounds, messages and bytes, counted from their schedules.",
      "",
      "rounds: how often ranks wait for each other. messages: most sent by a rank. vectors: most"
          + " sent by a rank, and the mean over ranks, as multiples of the vector. links: most"
          + " peers of a rank.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio algorithms --workers 12",
      "  papilio algorithms butterfly            its rounds, message by message",
      "  papilio algorithms --svg pictures       a picture of each, in the folder pictures"
    })
public final class AlgorithmsCommand implements Callable<Integer> {

  /** A ring of more has too many rounds to be counted in a moment. */
  private static final int MOST_WORKERS = 1024;

  @Mixin private Output output;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Only the algorithms of this name, and their rounds.")
  private String name;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many ranks there are (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(names = "--svg", paramLabel = "FOLDER", description = "Draw each into this folder.")
  private Path folder;

  /** A line of the table, as JSON shows it. */
  private record AlgorithmRow(
      String collective,
      String name,
      int workers,
      @JsonUnwrapped ScheduleTraffic traffic,
      @JsonIgnore String summary) {}

  @Override
  public Integer call() throws IOException {
    output.check();
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot count %d workers, only 1 to %d".formatted(workers, MOST_WORKERS));
    }
    List<Algorithm> algorithms = algorithms();
    algorithms.forEach(algorithm -> Algorithms.prove(algorithm, workers));
    List<Path> pictures = draw(algorithms);
    List<AlgorithmRow> rows = algorithms.stream().map(this::row).toList();
    String title = "Among " + workers + (workers == 1 ? " rank:" : " ranks:");
    output.show(title + "\n\n" + table(rows), rows);
    printRounds(algorithms);
    pictures.forEach(picture -> output.print("Picture: " + picture));
    return 0;
  }

  private AlgorithmRow row(Algorithm algorithm) {
    return new AlgorithmRow(
        algorithm.collective().kind().toString(),
        algorithm.name(),
        workers,
        ScheduleTraffic.of(algorithm, workers),
        algorithm.summary());
  }

  private static Table<AlgorithmRow> table(List<AlgorithmRow> rows) {
    return new Table<>(rows)
        .column("collective", AlgorithmRow::collective)
        .column("algorithm", AlgorithmRow::name)
        .column(">rounds", row -> row.traffic().rounds())
        .column(">messages", row -> row.traffic().messages())
        .number("vectors", 2, row -> row.traffic().vectorsMax())
        .number("mean", 2, row -> row.traffic().vectorsMean())
        .column(">links", row -> row.traffic().links())
        .column("what it does", AlgorithmRow::summary);
  }

  private List<Algorithm> algorithms() {
    List<Algorithm> all = Algorithms.all();
    List<Algorithm> chosen =
        all.stream().filter(known -> name == null || known.name().equals(name)).toList();
    if (chosen.isEmpty()) {
      String known =
          all.stream().map(Algorithm::name).distinct().sorted().collect(Collectors.joining(", "));
      throw new IllegalArgumentException("no algorithm '%s'; there are: %s".formatted(name, known));
    }
    return chosen;
  }

  private List<Path> draw(List<Algorithm> algorithms) throws IOException {
    List<Path> pictures = new ArrayList<>();
    if (folder != null) {
      Files.createDirectories(folder);
      for (Algorithm algorithm : algorithms) {
        String file =
            algorithm.collective().kind() + "-" + algorithm.name() + "-" + workers + ".svg";
        Path picture = folder.resolve(file.replaceAll("[^A-Za-z0-9.-]", "-"));
        Files.writeString(picture, SchedulePicture.svg(algorithm, workers));
        pictures.add(picture);
      }
    }
    return pictures;
  }

  private void printRounds(List<Algorithm> algorithms) {
    if (name != null) {
      for (Algorithm algorithm : algorithms) {
        String title = "\n" + algorithm.collective() + " by " + algorithm.name() + ":\n";
        if (workers <= ScheduleText.MOST_RANKS) {
          output.print(title + ScheduleText.of(algorithm, workers).stripTrailing());
        }
      }
      if (workers > ScheduleText.MOST_RANKS) {
        output.print("\nRounds are shown for up to " + ScheduleText.MOST_RANKS + " ranks.");
      }
    }
  }
}
