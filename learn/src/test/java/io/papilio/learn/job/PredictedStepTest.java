package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.price.StepPricer;
import io.papilio.core.topology.Topologies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a step took, beside what was predicted. */
@Timeout(60)
class PredictedStepTest {
  private static final int FEATURES = 50;
  private static final int BATCH = 3;
  private static final int NON_ZEROS = 4; // of a row, each

  @TempDir private Path folder;

  private TrainingResult train(String optimizer, String sync, int workers) throws Exception {
    return train(optimizer, sync, workers, FEATURES);
  }

  private TrainingResult train(String optimizer, String sync, int workers, int features)
      throws Exception {
    Path file = folder.resolve("rows.svm");
    Files.writeString(
        file,
        IntStream.range(0, 240)
            .mapToObj(i -> "%d 1:1 %d:1 49:1 %d:1\n".formatted(i % 2, 2 + i % 40, features))
            .collect(Collectors.joining()));
    String spec =
        """
        {"model": "linear", "optimizer": "%s", "data": {"inputs": ["%s"]},
         "settings": {%s}, %s "place": {"workers": %d}}
        """;
    boolean isSgd = optimizer.equals("sgd");
    String json =
        spec.formatted(
            optimizer,
            file,
            isSgd ? "\"batch\": %d, \"epochs\": 2, \"rate\": 1".formatted(BATCH) : "",
            isSgd ? "\"sync\": {\"strategy\": \"%s\"},".formatted(sync) : "",
            workers);
    return LocalTraining.run(
        TrainingSpec.parse(json),
        TrainingListener.NONE,
        () -> {
          throw new IllegalStateException("threads need no invitation");
        },
        note -> {});
  }

  private static StepPricer pricer(int workers, int length) {
    LinkModel link = LinkModel.inproc().withCores(Runtime.getRuntime().availableProcessors());
    return new StepPricer(new Selector(link), workers, length);
  }

  private static double expected(String sync, int workers) {
    StepPricer pricer = pricer(workers, FEATURES + 1);
    double exchange =
        switch (sync) {
          case "none" -> 0;
          case "allreduce:ring" -> pricer.allReduce(Optional.of(new Ring()));
          case "allreduce" ->
              Math.min(
                  pricer.allReduce(Optional.empty()),
                  pricer.entries((long) BATCH * NON_ZEROS * workers));
          case "periodic:5" -> pricer.allReduce(Optional.empty()) / 5;
          case "server" -> pricer.throughServers();
          default -> pricer.mixing(Topologies.named(sync));
        };
    return (pricer.compute(BATCH * NON_ZEROS) + exchange) / 1e3;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "allreduce",
        "allreduce:ring",
        "periodic:5",
        "server",
        "butterfly",
        "expander"
      })
  void shouldPriceEachStrategy(String sync) throws Exception {
    TrainingResult result = train("sgd", sync, 4);
    assertEquals(expected(sync, 4), result.predictedStepMicros(), 1e-9);
    assertTrue(result.stepMicros() > 0);
    JsonNode json = new ObjectMapper().readTree(Json.text(result));
    assertEquals(result.predictedStepMicros(), json.get("predictedStepMicros").doubleValue());
    assertEquals(result.stepMicros(), json.get("stepMicros").doubleValue());
    assertFalse(json.get("options").has("predictedStepMicros"), json.toString());
    assertTrue(
        result.lines().stream().anyMatch(line -> line.value().endsWith("predicted")),
        result.lines().toString());
  }

  /** The rows have 43 of a million features, and the bias is a weight, too. */
  @Test
  void shouldPriceTheWeightsThatAreAveraged() throws Exception {
    TrainingResult result = train("sgd", "butterfly", 4, 1_000_000);
    StepPricer pricer = pricer(4, 44);
    double expected =
        pricer.compute(BATCH * NON_ZEROS) + pricer.mixing(Topologies.named("butterfly"));
    assertEquals(expected / 1e3, result.predictedStepMicros(), 1e-9);
  }

  @Test
  void shouldPriceWhatALoneWorkerComputes() throws Exception {
    TrainingResult result = train("sgd", "allreduce", 1);
    assertEquals(BATCH * NON_ZEROS * 2.4 / 1e3, result.predictedStepMicros(), 1e-9);
  }

  @Test
  void shouldNotPriceWhatItDoesNotKnow() throws Exception {
    TrainingResult result = train("lbfgs", "", 2);
    assertTrue(Double.isNaN(result.predictedStepMicros()));
    assertTrue(new ObjectMapper().readTree(Json.text(result)).get("predictedStepMicros").isNull());
    assertTrue(result.lines().stream().noneMatch(line -> line.name().equals("step")));
  }
}
