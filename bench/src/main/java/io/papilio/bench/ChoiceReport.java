package io.papilio.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.schedule.Collective;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What Papilio takes by its figures and after a calibration, next to the fastest there is. */
final class ChoiceReport {
  /** Its name among algorithms. */
  static final String OWN_CHOICE = "auto";

  /** What takes no longer than this times the fastest is as good. */
  private static final double NEAR = 1.15;

  /** Predictions are judged from this length on, and right if they are no further off than this. */
  private static final int PREDICTABLE = 100_000;

  private static final double PREDICTED = 0.3;

  private static final String RULES =
      """
      Sum of float vectors in place; microseconds, the best sample of all rounds; in a round all
      algorithms take turns with what is taken after a calibration. Fastest: of those by name. By
      figures: what is taken without a calibration, timed by its name. A name with a number is an
      algorithm in segments of that many floats. Calibrated: the first with the price of what was
      taken in each round; – is one in segments that was not timed by its name. Predicted: what the
      price model says, by its figures, and calibrated, of which it is the median of the rounds.
      """;

  private static final List<String> TITLES =
      List.of(
          "transport",
          "fastest",
          "by figures",
          "calibrated",
          "ranks",
          "floats",
          "best",
          "by figures",
          "/ best",
          "/ predicted",
          "calibrated",
          "/ best",
          "/ predicted");

  private final Map<String, String> facts;
  private final List<JsonNode> rows = new ArrayList<>();

  /** All that was measured at one point. */
  private record Point(List<JsonNode> rows) {

    String fastest() {
      return rows.stream()
          .filter(row -> !isOf(row, OWN_CHOICE))
          .min(Comparator.comparingDouble(Point::micros))
          .map(Point::algorithm)
          .orElseThrow();
    }

    String byFigures() {
      return rows.get(0).required("byFigures").textValue();
    }

    boolean isPredictable() {
      return length() >= PREDICTABLE;
    }

    private int length() {
      return rows.get(0).required("length").intValue();
    }

    Verdict figures() {
      return verdict(byFigures(), rows.get(0).required("figuresMicros").doubleValue());
    }

    Verdict calibrated() {
      double[] predicted =
          rows.stream()
              .filter(row -> isOf(row, OWN_CHOICE))
              .mapToDouble(row -> row.required("predictedMicros").doubleValue())
              .toArray();
      return verdict(OWN_CHOICE, Summary.median(predicted));
    }

    private Verdict verdict(String name, double predicted) {
      double micros = best(name);
      return new Verdict(micros, micros / best(), micros / predicted);
    }

    /** Also of what is taken after a calibration, which may be none that is timed by its name. */
    private double best() {
      return Math.min(best(fastest()), best(OWN_CHOICE));
    }

    private double best(String name) {
      return rows.stream()
          .filter(row -> isOf(row, name))
          .mapToDouble(Point::micros)
          .min()
          .orElseThrow(() -> new IllegalStateException(name + " was not timed"));
    }

    /** A calibration may take another in each round. */
    private String taken() {
      return rows.stream()
          .filter(row -> isOf(row, OWN_CHOICE))
          .map(own -> rows.stream().filter(row -> hasPriceOf(own, row)).findFirst())
          .map(row -> row.map(Point::algorithm).orElse("–"))
          .distinct()
          .collect(Collectors.joining(", "));
    }

    private static String algorithm(JsonNode row) {
      return row.required("algorithm").textValue();
    }

    private static double micros(JsonNode row) {
      return row.required("minMicros").doubleValue();
    }

    private static boolean isOf(JsonNode row, String name) {
      return algorithm(row).equals(name);
    }

    private static boolean hasPriceOf(JsonNode own, JsonNode row) {
      return row != own
          && row.required("round").equals(own.required("round"))
          && row.required("predictedMicros").equals(own.required("predictedMicros"));
    }

    List<String> cells() {
      JsonNode any = rows.get(0);
      List<String> cells = new ArrayList<>();
      cells.add(any.required("transport").textValue());
      cells.addAll(List.of(fastest(), byFigures(), taken()));
      cells.add(String.valueOf(any.required("ranks").intValue()));
      cells.add(MarkdownTable.length(length()));
      cells.add(MarkdownTable.micros(best()));
      cells.addAll(figures().cells(isPredictable()));
      cells.addAll(calibrated().cells(isPredictable()));
      return cells;
    }
  }

  /** How long a choice takes, how many times as long as the fastest, and as predicted. */
  private record Verdict(double micros, double ofBest, double ofPredicted) {

    boolean isNear() {
      return ofBest <= NEAR;
    }

    boolean isPredicted() {
      return Math.abs(ofPredicted - 1) <= PREDICTED;
    }

    List<String> cells(boolean isPredictable) {
      return List.of(
          MarkdownTable.micros(micros),
          MarkdownTable.ratio(ofBest) + (isNear() ? "" : " !"),
          MarkdownTable.ratio(ofPredicted) + (isPredicted() || !isPredictable ? "" : " !"));
    }
  }

  ChoiceReport(Map<String, String> facts) {
    this.facts = facts;
  }

  /** What Papilio takes without a calibration. */
  static String byFigures(LinkModel figures, int ranks, int length) {
    return offer(figures, ranks, length).algorithm().name();
  }

  private static Offer offer(LinkModel figures, int ranks, int length) {
    Collective.Kind kind = Collective.Kind.ALL_REDUCE;
    return new Selector(figures).prices(kind, ranks, length, Float.BYTES).get(0);
  }

  /** What {@code papilio bench allreduce --json -} printed, of links that have these figures. */
  void add(int round, LinkModel figures, String json) throws IOException {
    for (JsonNode row : new ObjectMapper().readTree(json)) {
      Offer offer =
          offer(figures, row.required("ranks").intValue(), row.required("length").intValue());
      ObjectNode kept = ((ObjectNode) row).put("round", round);
      kept.put("byFigures", offer.algorithm().name());
      kept.put("figuresMicros", offer.price().totalMicros());
      rows.add(kept);
    }
  }

  String markdown(List<String> failures) {
    MarkdownTable table = new MarkdownTable(4, TITLES);
    List<Point> points = points();
    points.forEach(point -> table.add(point.cells()));
    return """
        # All-reduce: what `auto` takes

        %s
        %s
        %s
        %s
        %s"""
        .formatted(
            ReportFile.head(facts),
            RULES,
            table,
            summary("By figures", points, Point::figures)
                + summary("Calibrated", points, Point::calibrated),
            ReportFile.failures(failures));
  }

  private static String summary(String what, List<Point> points, Function<Point, Verdict> verdict) {
    List<Point> predictable = points.stream().filter(Point::isPredictable).toList();
    return """
        %s: %d of %d within 15 %% of the best, \
        %d of %d from 1e5 on within 30 %% of the prediction.
        """
        .formatted(
            what,
            count(points, verdict, Verdict::isNear),
            points.size(),
            count(predictable, verdict, Verdict::isPredicted),
            predictable.size());
  }

  private static long count(
      List<Point> points, Function<Point, Verdict> verdict, Predicate<Verdict> good) {
    return points.stream().map(verdict).filter(good).count();
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
