package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.sync.SyncStrategy;
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
        "{'data': {'inputs': ['a'], 'bits': 30}, 'optimizer': 'online'} # 29 bits or fewer",
        "{'data': {'bits': 8}}                                 # bits and interactions are for",
        "{'data': {'tests': ['a'], 'interactions': ['ab']}}    # bits and interactions are for",
        "{'data': {'format': 'vw'}}                            # format, label and bad lines",
        "{'data': {'label': 'y'}}                              # format, label and bad lines",
        "{'data': {'badLines': 'skip'}}                        # format, label and bad lines",
        "{'output': {'checkpointSeconds': 5}}                  # checkpoint-every needs an output",
        "{'output': {'resume': true}}                          # resume needs an output file",
        "{'patience': 3}                                       # patience needs a hold-out",
        "{'patience': 0, 'data': {'holdOut': 0.1}}             # patience must be 1 or more",
        "{'sync': {'straggler': 4, 'slowdown': 2}, 'place': {'workers': 4}} # the last of 4 workers"
            + " is 3",
        "{'sync': {'paceMillis': 2}, 'place': {'workers': 1}, 'optimizer': 'lbfgs'} # pace and"
            + " straggle work with the optimizer",
        "{'settings': {'rate': 1}, 'optimizer': 'hybrid'}      # rate is not for model linear with"
            + " optimizer hybrid",
        "{'settings': {'batch': 8}, 'optimizer': 'hybrid'}     # batch is not for model linear with"
            + " optimizer hybrid"
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
        "{'data': {'tests': ['a'], 'format': 'vw', 'badLines': 'skip'}}",
        "{'sync': {'straggler': 3, 'slowdown': 2}, 'place': {'workers': 4}}",
        "{'sync': {'straggler': 99, 'slowdown': 2}, 'place': {'launch': 'hosts'}}",
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

  /** What is left to be chosen is called alike, whoever chooses. */
  @Test
  void shouldCallWhatIsLeftToBeChosenAlike() {
    assertEquals(TrainingSpec.AUTO, new SyncStrategy.Auto().name());
    assertFalse(SyncSpec.AUTO.isChosen());
  }
}
