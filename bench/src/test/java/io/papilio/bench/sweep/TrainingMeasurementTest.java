package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.learn.job.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TrainingMeasurementTest {
  @TempDir private Path folder;

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private String file(int rows) throws Exception {
    Path file = folder.resolve(rows + ".svm");
    new MadeUpFile(json("{'kind': 'rcv1', 'rows': %d}".formatted(rows))).write(file);
    return file.toString();
  }

  private static final String SGD =
      "'optimizer': 'sgd', 'settings': {'epochs': 2, 'rate': 1, 'batch': 8}";

  @Test
  void shouldTellWhatATrainingTook() throws Exception {
    String spec =
        "{%s, 'sync': {'strategy': 'ring'}, 'place': {'workers': 2}, 'data': {'inputs': ['%s']}}";
    JsonNode told = json("{'target': 0.69, 'spec': %s}".formatted(spec.formatted(SGD, file(400))));
    Map<String, Object> figures = new TrainingMeasurement().measure(told).get(0);
    assertEquals(800L, figures.get("examples"));
    assertEquals(50L, figures.get("iterations"));
    double bytes = (double) figures.get("bytes");
    assertTrue(bytes > 0);
    assertEquals(bytes / 100 / 1e3, figures.get("kilobytesPerWorkerIteration"));
    long reached = (long) figures.get("examplesTo");
    assertTrue(reached > 0 && reached <= 800, "after " + reached);
    assertEquals(bytes * reached / 800 / 1e6, figures.get("megabytesTo"));
    assertEquals("ring", figures.get("used.sync"));
  }

  @Test
  void shouldTellNothingOfALossThatWasNotReached() throws Exception {
    JsonNode told = json("{'target': 1e-9, 'spec': {%s, 'place': {'workers': 1}}}".formatted(SGD));
    assertFalse(new TrainingMeasurement().measure(told).get(0).containsKey("examplesTo"));
  }

  @Test
  void shouldRefuseWhatDoesNotGoTogether() throws Exception {
    JsonNode told = json("{'spec': {'optimizer': 'lbfgs', 'settings': {'rate': 1}}}");
    assertThrows(IllegalArgumentException.class, () -> new TrainingMeasurement().measure(told));
    assertThrows(
        IllegalArgumentException.class,
        () -> TrainingMeasurement.spec(json("{'spec': {'wrokers': 2}}")));
  }

  /** Each step waits for two milliseconds. */
  @Test
  void shouldTimeTheStepsOfTheSecondHalf() throws Exception {
    String spec = "{'spec': {%s, 'place': {'workers': 1}, 'sync': {'paceMillis': 2}}}";
    JsonNode told = json(spec.formatted(SGD.replace("'batch': 8", "'batch': 500")));
    TrainingResult result = TrainingMeasurement.train(TrainingMeasurement.spec(told), told);
    double micros = result.stepMicros();
    assertTrue(micros > 1900, micros + " microseconds");
    assertTrue(micros < 2e6 * result.seconds() / result.iterations(), micros + " microseconds");
  }

  /** Two processes hold as much as one. */
  @Test
  void shouldWeighTheRowsOfEachProcess() throws Exception {
    String spec =
        "{'optimizer': 'online', 'place': {'launch': 'PROCESSES', 'workers': %d},"
            + " 'data': {'inputs': ['%s']}}";
    String file = file(30_000);
    for (int workers : List.of(1, 2)) {
      JsonNode told = json("{'spec': %s}".formatted(spec.formatted(workers, file)));
      Map<String, Object> figures = new MemoryMeasurement().measure(told).get(0);
      double bytes = (double) figures.get("rowsBytesPerNonZero");
      assertTrue(bytes > 8 && bytes < 9.5, bytes + " bytes with " + workers);
      double together = (double) figures.get("rowsMegabytesTogether");
      assertEquals(together / workers, (double) figures.get("rowsMegabytesEach"), 1e-9);
      assertTrue((double) figures.get("residentMegabytesEach") > together / workers);
    }
  }
}
