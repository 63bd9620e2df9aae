package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.bench.sweep.SweepFile.Case;
import io.papilio.bench.sweep.SweepFile.SweepTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SweepFileTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static SweepFile parse(String json) throws IOException {
    return new ObjectMapper().readValue(json.replace('\'', '"'), SweepFile.class);
  }

  private static final String TWO_AXES =
      """
      {'title': 't', 'base': {'spec': {'settings': {'rate': 1, 'l2': 2}}, 'x': [1, 2]},
       'tables': [{'name': 'a', 'each': {'spec': {'settings': {'rate': null}}}, 'axes': {
         'spec.sync.strategy': ['ring', 'none'],
         'size': [{'label': 'small', 'n': 3}, {'label': 'large', 'n': 4, 'x': 5}]}}]}
      """;

  @Test
  void shouldHaveACaseForEachCombination() throws IOException {
    SweepFile sweep = parse(TWO_AXES);
    List<Case> cases = sweep.cases(sweep.tables().get(0));
    assertEquals(
        List.of("ring, small", "ring, large", "none, small", "none, large"),
        cases.stream().map(Case::title).toList());
    assertEquals(Map.of("strategy", "none", "size", "large"), cases.get(3).labels());
    assertEquals(
        "{'spec':{'settings':{'l2':2},'sync':{'strategy':'none'}},'x':5,'n':4}".replace('\'', '"'),
        cases.get(3).told().toString());
    assertEquals("[1,2]", cases.get(0).told().get("x").toString());
  }

  @Test
  void shouldTakeOtherValues() throws IOException {
    SweepFile sweep =
        parse(TWO_AXES).with("spec.sync.strategy", "tree,chain").with("x", "[7]").with("size", "9");
    List<Case> cases = sweep.cases(sweep.tables().get(0));
    assertEquals(List.of("tree, 9", "chain, 9"), cases.stream().map(Case::title).toList());
    assertEquals("[7]", cases.get(1).told().get("x").toString());
    SweepFile seeds = sweep.with("spec.seed", "1,2");
    assertEquals(
        List.of("tree, 9, 1", "tree, 9, 2", "chain, 9, 1", "chain, 9, 2"),
        seeds.cases(seeds.tables().get(0)).stream().map(Case::title).toList());
    SweepFile list = sweep.with("spec.sync.strategy", "[\"tree\"]");
    Case first = list.cases(list.tables().get(0)).get(0);
    assertEquals("[\"tree\"]", first.told().at("/spec/sync/strategy").toString());
  }

  static List<Path> sweeps() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("bench/sweeps"))) {
      return files.sorted().toList();
    }
  }

  /** All that can be told before it runs for an hour. */
  @ParameterizedTest
  @MethodSource("sweeps")
  void shouldDescribeWhatCanBeMeasured(Path file, @TempDir Path folder) throws Exception {
    SweepFile sweep = SweepFile.read(file);
    Workplace place = new Workplace(ROOT, folder, folder);
    String page = sweep.page().isEmpty() ? "" : Files.readString(ROOT.resolve(sweep.page()));
    for (SweepTable table : sweep.tables()) {
      Measurement measurement = Measurement.of(sweep.cases(table).get(0), place);
      table.columns().forEach(Column::of);
      assertFalse(table.columns().isEmpty() && table.views().isEmpty(), table.name());
      assertTrue(
          page.isEmpty() || page.contains("<!-- table " + table.name() + " -->"), table.name());
      for (Case one : sweep.cases(table)) {
        JsonNode told = place.fill(one.told());
        assertEquals(List.of(), unknownFiles(sweep, one.told()), table.name());
        if (measurement instanceof TrainingMeasurement) {
          for (String input : files(told)) {
            Files.createDirectories(Path.of(input).getParent());
            Files.writeString(Path.of(input), "1 1:1\n");
          }
          TrainingMeasurement.spec(told).check();
        }
      }
    }
  }

  private static List<String> files(JsonNode told) {
    List<String> names = new ArrayList<>();
    for (String field : List.of("inputs", "tests")) {
      told.findValues(field).forEach(list -> list.forEach(name -> names.add(name.asText())));
    }
    return names;
  }

  private static List<String> unknownFiles(SweepFile sweep, JsonNode told) {
    return files(told).stream()
        .filter(name -> name.startsWith("{FILES}/"))
        .filter(name -> !sweep.files().containsKey(name.substring("{FILES}/".length())))
        .toList();
  }
}
