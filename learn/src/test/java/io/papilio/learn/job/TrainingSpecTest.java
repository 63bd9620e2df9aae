package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes together, and what follows from what was said. */
class TrainingSpecTest {
  @TempDir private Path folder;

  private static TrainingSpec spec(String json) {
    return TrainingSpec.parse(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '"',
      value = {
        "{'output': {'model': 'm', 'checkpointSeconds': 5}, @} # checkpoint-every are not for"
            + " Spark",
        "{'output': {'model': 'm', 'resume': true}, @}         # resume and checkpoint-every",
        "{'data': {'tests': ['a']}, @}                         # test files need data on Spark",
        "{'data': {'inputs': ['a'], 'format': 'idx'}, @}       # lines and tables, and idx is"
            + " neither",
        "{'data': {'inputs': ['a'], 'format': 'orc', 'bits': 3}, @} # are for lines of text",
        "{'data': {'inputs': ['a'], 'format': 'orc'}}          # format must be one of libsvm",
        "{'data': {'inputs': ['a'], 'bits': 30}}               # 29 bits or fewer",
        "{'data': {'inputs': ['a'], 'bits': 30}, 'optimizer': 'online'} # 29 bits or fewer"
      })
  void shouldRefuseWhatDoesNotGoTogether(String json, String reason) {
    TrainingSpec spec = spec(json.replace("@", "'place': {'launch': 'spark'}"));
    String said = assertThrows(IllegalArgumentException.class, spec::checkOptions).getMessage();
    assertTrue(said.contains(reason), said);
    assertThrows(
        IllegalArgumentException.class, () -> new TrainingJob(spec, TrainingListener.NONE));
    assertThrows(
        IllegalArgumentException.class, () -> ThreadTraining.run(spec, TrainingListener.NONE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '"',
      value = {
        "{'data': {'inputs': ['a'], 'bits': 30}, 'optimizer': 'sgd'}",
        "{'data': {'inputs': ['a'], 'bits': 29}}",
        "{'data': {'inputs': ['a'], 'format': 'orc'}, 'place': {'launch': 'spark'}}",
        "{'optimizer': 'online', 'sync': {'strategy': 'none'}, 'place': {'workers': 1}}",
      })
  void shouldTakeWhatGoesTogether(String json) {
    assertDoesNotThrow(spec(json)::checkOptions);
  }

  /** How many will come to a rendezvous is not known before. */
  @Test
  void shouldNotCompareAGraphWithTheCoresOfOneHost() throws IOException {
    Path graph = folder.resolve("graph");
    StringBuilder ring = new StringBuilder();
    int workers = Runtime.getRuntime().availableProcessors() + 3;
    for (int i = 0; i < workers; i++) {
      ring.append(i).append(' ').append((i + 1) % workers).append('\n');
    }
    Files.writeString(graph, ring);
    String sync = "{'sync': {'strategy': 'graph:%s'}, 'place': {'launch': '%s'}}";
    assertDoesNotThrow(spec(sync.formatted(graph, "hosts"))::checkOptions);
    assertThrows(
        IllegalArgumentException.class, spec(sync.formatted(graph, "threads"))::checkOptions);
  }

  @ParameterizedTest
  @CsvSource({
    "softmax, bsp, auto",
    "softmax, ssp:0, auto",
    "softmax, notify-ack, server",
    "softmax, ssp:2, factors",
    "dml, asp, factors",
    "dml, notify-ack, server",
    "linear, notify-ack, butterfly"
  })
  void shouldFindAStrategyForTheConsistency(String model, String consistency, String strategy) {
    String json = "{'model': '%s', 'optimizer': 'sgd', 'sync': {'consistency': '%s'}}";
    TrainingSpec spec = spec(json.formatted(model, consistency));
    assertDoesNotThrow(spec::checkOptions);
    assertEquals(strategy, spec.resolve(OptionalLong.empty()).sync().strategy());
  }

  @ParameterizedTest
  @CsvSource({"linear, auto, hybrid", "linear, butterfly, sgd", "softmax, butterfly, sgd"})
  void shouldTakeSgdForAStrategy(String model, String strategy, String optimizer) {
    String json =
        "{'model': '%s', 'sync': {'strategy': '%s'}, 'place': {'workers': 2}}"
            .formatted(model, strategy);
    assertDoesNotThrow(spec(json)::checkOptions);
    assertEquals(optimizer, spec(json).resolve(OptionalLong.empty()).optimizer());
  }
}
