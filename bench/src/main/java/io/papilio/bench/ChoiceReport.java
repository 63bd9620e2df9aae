package io.papilio.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What Papilio takes by itself, next to the fastest of what there is. */
final class ChoiceReport {
  private static final String OWN_CHOICE = "auto";

  /** That are timed. */
  static final List<String> ALGORITHMS =
      List.of(
          OWN_CHOICE,
          "halving-doubling",
          "mixed-radix",
          "ring",
          "tree",
          "butterfly",
          "reduce-broadcast");

  /** What takes no longer than this times the fastest is as good. */
  private static final double NEAR = 1.15;

  private static final String RULES =
      """
      Sum of float vectors in place; microseconds, the best sample of all rounds; in a round all
      algorithms take turns. Taken: the first algorithm with the price of what was taken; – where no
      whole one has it, for the vector goes in segments.
      """;

  private final Map<String, String> facts;
  private final List<JsonNode> rows = new ArrayList<>();

  /** All that was measured at one point. */
  private record Point(List<JsonNode> rows) {

    double own() {
      return best(OWN_CHOICE);
    }

    String fastest() {
      return ALGORITHMS.stream()
          .filter(name -> !name.equals(OWN_CHOICE))
          .min(Comparator.comparingDouble(this::best))
          .orElseThrow();
    }

    double ratio() {
      return own() / best(fastest());
    }

    boolean isNear() {
      return ratio() <= NEAR;
    }

    private double best(String name) {
      return rows.stream()
          .filter(row -> isOf(row, name))
          .mapToDouble(row -> row.required("minMicros").doubleValue())
          .min()
          .orElse(Double.POSITIVE_INFINITY);
    }

    /** A calibration may take another in each round. */
    String taken() {
      return rows.stream()
          .filter(row -> isOf(row, OWN_CHOICE))
          .map(own -> rows.stream().filter(row -> hasPriceOf(own, row)).findFirst())
          .map(row -> row.map(each -> each.required("algorithm").textValue()).orElse("–"))
          .distinct()
          .collect(Collectors.joining(", "));
    }

    private static boolean isOf(JsonNode row, String name) {
      return row.required("algorithm").textValue().equals(name);
    }

    private static boolean hasPriceOf(JsonNode own, JsonNode row) {
      return row != own
          && row.required("round").equals(own.required("round"))
          && row.required("predictedMicros").equals(own.required("predictedMicros"));
    }

    List<String> cells() {
      JsonNode any = rows.get(0);
      return List.of(
          any.required("transport").textValue(),
          taken(),
          fastest(),
          String.valueOf(any.required("ranks").intValue()),
          MarkdownTable.length(any.required("length").intValue()),
          MarkdownTable.micros(own()),
          MarkdownTable.micros(best(fastest())),
          MarkdownTable.ratio(ratio()) + (isNear() ? "" : " !"));
    }
  }

  ChoiceReport(Map<String, String> facts) {
    this.facts = facts;
  }

  /** What {@code papilio bench allreduce --json -} printed. */
  void add(int round, String json) throws IOException {
    for (JsonNode row : new ObjectMapper().readTree(json)) {
      rows.add(((ObjectNode) row).put("round", round));
    }
  }

  String markdown(List<String> failures) {
    List<String> titles =
        List.of("transport", "taken", "fastest", "ranks", "floats", "auto", "best", "auto / best");
    MarkdownTable table = new MarkdownTable(3, titles);
    List<Point> points = points();
    points.forEach(point -> table.add(point.cells()));
    long near = points.stream().filter(Point::isNear).count();
    return "# All-reduce: what `auto` takes\n\n%s\n%s\n%s\n%d of %d within 15 %% of the best.\n%s"
        .formatted(
            ReportFile.head(facts),
            RULES,
            table,
            near,
            points.size(),
            ReportFile.failures(failures));
  }

  /** Writes the table, and the rows beside it. */
  void write(Path markdownFile, List<String> failures) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("facts", facts);
    json.put("rows", rows);
    json.put("failures", failures);
    ReportFile.writeJsonBeside(markdownFile, json);
    Files.writeString(markdownFile, markdown(failures));
  }

  private List<Point> points() {
    Map<List<JsonNode>, List<JsonNode>> byPoint =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    ChoiceReport::point, LinkedHashMap::new, Collectors.toList()));
    return byPoint.values().stream().map(Point::new).toList();
  }

  private static List<JsonNode> point(JsonNode row) {
    return List.of(row.required("transport"), row.required("ranks"), row.required("length"));
  }
}
