package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.bench.sweep.SweepFile.Case;
import io.papilio.bench.sweep.SweepFile.SweepTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench/run}: measures the tables of a sweep, and writes results and their page. */
@Command(
    name = "bench/run",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Measure the tables of bench/sweeps/NAME.json. In a round each case of a table has a turn.",
      "Writes bench/results/NAME-TIME.md, .json and charts, and fills in the page of the sweep.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench/run mixing --data DIR",
      "  bench/run mixing --data DIR examples bytes",
      "  bench/run peers --rounds 1 --set ranks=2 --set lengths=[1e3,1e6] --out peers.md"
    })
public final class Sweep implements Callable<Integer> {
  private static final PrintStream PROGRESS = System.err;
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm");

  @Spec private CommandSpec command;

  @Parameters(index = "0", paramLabel = "NAME", description = "A file of bench/sweeps.")
  private String name;

  @Parameters(index = "1..*", paramLabel = "TABLE", description = "Tables (default: all).")
  private List<String> names = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with data sets, such as rcv1/, mnist/ and splice/.")
  private Path data = Path.of("no-data");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Turns of each case (default: as the sweep says).")
  private int rounds;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Values of an axis, separated by commas, or of what all cases are told.")
  private Map<String, String> changes = Map.of();

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description = "Where results go, in place of bench/results and the page.")
  private Path out;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  private final List<String> notes = new ArrayList<>();
  private int failures;

  /** Measures, writes, and ends the process. */
  public static void main(String[] args) {
    Child.endTogether();
    System.exit(new CommandLine(new Sweep()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Path root = Workplace.repository();
    SweepFile sweep = sweep(root);
    Path file = out == null ? root.resolve("bench/results").resolve(stamped()) : out;
    Files.createDirectories(file.toAbsolutePath().getParent());
    if (Files.isExecutable(root.resolve("papilio"))) {
      Child.output(List.of(root.resolve("papilio").toString(), "--version")); // builds it
    }
    Map<String, String> facts = Machine.describe(root, typed());
    List<ResultTable> results = new ArrayList<>();
    String made = "%s-%x".formatted(name, sweep.files().hashCode()); // others if they change
    Path files = Files.createDirectories(root.resolve("bench/target/files").resolve(made));
    Workplace place = new Workplace(root, data.toAbsolutePath(), files);
    for (SweepTable table : tables(sweep)) {
      results.add(measure(sweep, table, place));
      new SweepResults(sweep, facts, results, notes).write(file); // lest all be lost
    }
    if (out == null && changes.isEmpty() && !sweep.page().isEmpty()) {
      SweepResults.fill(root.resolve(sweep.page()), results);
    }
    System.out.print(Files.readString(file));
    PROGRESS.println("written to " + file);
    return failures == 0 ? 0 : 1;
  }

  private SweepFile sweep(Path root) throws IOException {
    Path file = root.resolve("bench/sweeps").resolve(name + ".json");
    if (!Files.exists(file)) {
      throw new ParameterException(command.commandLine(), "no sweep " + file);
    }
    SweepFile sweep = SweepFile.read(file);
    for (Map.Entry<String, String> change : changes.entrySet()) {
      sweep = sweep.with(change.getKey(), change.getValue());
    }
    return sweep;
  }

  private List<SweepTable> tables(SweepFile sweep) {
    List<String> known = sweep.tables().stream().map(SweepTable::name).toList();
    if (!known.containsAll(names)) {
      throw new ParameterException(command.commandLine(), "there are the tables " + known);
    }
    return sweep.tables().stream()
        .filter(table -> names.isEmpty() || names.contains(table.name()))
        .toList();
  }

  private String stamped() {
    return "%s-%s.md".formatted(name, STAMP.format(ZonedDateTime.now(ZoneOffset.UTC)));
  }

  /** What the user has typed, but for folders of this machine. */
  private String typed() {
    String words = String.join(" ", command.commandLine().getParseResult().originalArgs());
    return ("bench/run " + words)
        .replaceAll(" --out[ =]\\S+", "")
        .replaceAll(" --data[ =]\\S+", " --data DIR");
  }

  /** Measures a table; a turn that fails is noted, and the others go on. */
  private ResultTable measure(SweepFile sweep, SweepTable table, Workplace place)
      throws IOException, InterruptedException {
    List<Case> all = sweep.cases(table);
    Measurement measurement = Measurement.of(all.get(0), place);
    List<Case> cases = new ArrayList<>();
    for (Case one : all) {
      Optional<String> missing = Workplace.missing(one.told());
      if (missing.isEmpty()) {
        cases.add(new Case(one.labels(), filled(sweep, one.told(), place)));
        noteVersion(cases.get(cases.size() - 1));
      } else {
        notes.add(
            "%s, %s: left out without %s".formatted(table.name(), one.title(), missing.get()));
      }
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    int turns = rounds > 0 ? rounds : all.get(0).told().path("rounds").asInt(1);
    for (int round = 0; round < turns; round++) {
      for (Case one : cases) {
        String title =
            "%s, round %d of %d: %s".formatted(table.name(), round + 1, turns, one.title());
        PROGRESS.println(title);
        try {
          for (Map<String, Object> figures : measurement.measure(one.told())) {
            Map<String, Object> row = new LinkedHashMap<>(one.labels());
            row.put("round", round);
            figures.forEach(row::putIfAbsent);
            rows.add(row);
          }
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
          failures++;
          notes.add(
              "FAILED: %s: %s".formatted(title, place.unfill(String.valueOf(e.getMessage()))));
          PROGRESS.println("FAILED: " + e.getMessage());
        }
      }
    }
    return new ResultTable(table, rows);
  }

  /** Notes what a case says is the command that prints its version. */
  private void noteVersion(Case one) throws InterruptedException {
    List<String> words = Child.words(one.told().path("version"));
    if (!words.isEmpty()) {
      Optional<String> said = Child.tryOutput(words.toArray(String[]::new));
      String remark =
          "version: " + said.flatMap(text -> text.lines().findFirst()).orElse("unknown");
      if (!notes.contains(remark)) {
        notes.add(remark);
      }
    }
  }

  /** Makes files that are not there yet, and puts folders in place of their placeholders. */
  private static JsonNode filled(SweepFile sweep, JsonNode told, Workplace place)
      throws IOException, InterruptedException {
    for (Map.Entry<String, JsonNode> file : sweep.files().entrySet()) {
      Path path = place.files().resolve(file.getKey());
      if (told.toString().contains("{FILES}/" + file.getKey() + "\"") && !Files.exists(path)) {
        PROGRESS.println("making " + file.getKey());
        Path part = path.resolveSibling(file.getKey() + ".part");
        new MadeUpFile(place.fill(file.getValue())).write(part);
        Files.move(part, path);
      }
    }
    return place.fill(told);
  }
}
