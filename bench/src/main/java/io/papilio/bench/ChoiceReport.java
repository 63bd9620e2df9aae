package io.papilio.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.papilio.bench.ChoicePoint.Split;
import io.papilio.bench.ChoicePoint.Verdict;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.schedule.Collective;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What Papilio takes by its figures and after a calibration, next to the fastest there is. */
final class ChoiceReport {
  private static final String RULES =
      """
      Sum of float vectors in place; microseconds, the best sample of all rounds; in a round all
      algorithms take turns with what is taken after a calibration. Fastest: of those by name. By
      figures: what is taken without a calibration, timed by its name. A name with a number is an
      algorithm in segments of that many floats. Calibrated: the first with the price of what was
      taken in each round; – is one in segments that was not timed by its name. Predicted: what the
      price model says, by its figures, and calibrated, of which it is the median of the rounds.
      In single rounds: how many are within 15 % of the best of their own round.
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

  /** What is written beside the table. */
  private record Kept(Map<String, String> facts, List<JsonNode> rows, List<String> failures) {}

  ChoiceReport(Map<String, String> facts) {
    this.facts = facts;
  }

  /** The same text for what was written before. */
  static String again(Path jsonFile) throws IOException {
    Kept kept = new ObjectMapper().readValue(jsonFile.toFile(), Kept.class);
    ChoiceReport report = new ChoiceReport(kept.facts);
    report.rows.addAll(kept.rows);
    return report.markdown(kept.failures);
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
    List<ChoicePoint> points = points();
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
            summary("By figures", points, ChoicePoint::figures)
                + summary("Calibrated", points, ChoicePoint::calibrated)
                + singleRounds(points),
            ReportFile.failures(failures));
  }

  private static String summary(
      String what, List<ChoicePoint> points, Function<ChoicePoint, Verdict> verdict) {
    List<ChoicePoint> predictable = points.stream().filter(ChoicePoint::isPredictable).toList();
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

  /** How near anything comes in a single round, also what was the fastest in the others. */
  private static String singleRounds(List<ChoicePoint> points) {
    List<Split> splits = points.stream().flatMap(point -> point.splits().stream()).toList();
    if (splits.isEmpty()) {
      return "";
    }
    return """
        In single rounds: %d of %d by figures, %d calibrated, \
        %d by the fastest of the other rounds.
        """
        .formatted(
            count(splits, split -> split.round().figures(), Verdict::isNear),
            splits.size(),
            count(splits, split -> split.round().calibrated(), Verdict::isNear),
            splits.stream().filter(Split::isNear).count());
  }

  private static <T> long count(
      List<T> all, Function<T, Verdict> verdict, Predicate<Verdict> good) {
    return all.stream().map(verdict).filter(good).count();
  }

  /** Writes the table, and the rows beside it. */
  void write(Path markdownFile, List<String> failures) throws IOException {
    ReportFile.writeJsonBeside(markdownFile, new Kept(facts, rows, failures));
    Files.writeString(markdownFile, markdown(failures));
  }

  private List<ChoicePoint> points() {
    Map<List<JsonNode>, List<JsonNode>> byPoint =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    ChoiceReport::point, LinkedHashMap::new, Collectors.toList()));
    return byPoint.values().stream().map(ChoicePoint::new).toList();
  }

  private static List<JsonNode> point(JsonNode row) {
    return List.of(row.required("transport"), row.required("ranks"), row.required("length"));
  }
}
