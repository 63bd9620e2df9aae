package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a measurement: tables for people, and beside them all rows as JSON.
 *
 * @param facts when, how and where it was measured
 */
record Report(Map<String, String> facts, List<Row> rows, List<String> failures) {
  private static final String RULES =
      """
      Sum of float vectors in place; microseconds. A sample is a number of calls back to back
      divided by that number (200 for up to 1e3 floats, 20 up to 1e5, 3 up to 1e6, then 1); the
      slowest rank counts. Contenders run in turns. Best: the fastest sample of all rounds; median:
      of the rounds' medians; ratios: best over best, above 1 where Papilio is faster. Predicted:
      what a call should take by the price model; with --calibrate each round has its own
      prediction, and their median is shown. All sums were checked.
      """;

  String markdown() {
    StringBuilder text = new StringBuilder("# All-reduce: Papilio and others\n\n");
    text.append(ReportFile.head(facts)).append('\n').append(RULES);
    Summary summary = new Summary(rows);
    for (Comparison comparison : Comparison.ALL) {
      comparison.markdown(summary).ifPresent(table -> text.append('\n').append(table));
    }
    return text.append(ReportFile.failures(failures)).toString();
  }

  /** Writes the tables, and the rows beside them. */
  void write(Path markdownFile) throws IOException {
    writeJsonBeside(markdownFile);
    Files.writeString(markdownFile, markdown());
  }

  /** Writes the rows: {@code x.json} for {@code x.md} or {@code x.svg}. */
  void writeJsonBeside(Path sibling) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("facts", facts);
    json.put("rows", rows.stream().map(Row::json).toList());
    json.put("failures", failures);
    ReportFile.writeJsonBeside(sibling, json);
  }
}
