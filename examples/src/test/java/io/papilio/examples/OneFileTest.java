package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Topologies;
import io.papilio.learn.Linear;
import io.papilio.learn.Papilio;
import io.papilio.learn.Training;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.sync.SyncStrategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What something new costs: each of these is one file, and no other names it. */
@Timeout(120)
class OneFileTest {
  private final ExecutorService pool = Executors.newFixedThreadPool(3);

  @AfterEach
  void closePool() {
    pool.shutdownNow();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "Ratings, ratings",
    "BarzilaiBorwein, barzilai-borwein",
    "PostLocal, post-local",
    "Torus, torus",
    "PoolPlace, pool",
    "StarAllReduce, star all-reduce"
  })
  void shouldBeDefinedInOneFile(String type, String name) throws IOException {
    Pattern naming = Pattern.compile("\\b%s\\b|\"%s\"".formatted(type, name));
    try (var files = Files.walk(Path.of(".."))) {
      List<String> found =
          files
              .filter(file -> file.toString().matches("\\.\\./(?!.*/target/).*/src/main/.*"))
              .filter(Files::isRegularFile)
              .filter(file -> naming.matcher(text(file)).find())
              .map(file -> file.getFileName().toString())
              .toList();
      assertEquals(List.of(type + ".java"), found);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Training training() {
    return Papilio.train(Linear.logistic().l2(1));
  }

  @Test
  void shouldTrainByAnOptimizer() {
    double optimum = training().workers(3).optimizer("lbfgs").run().objective();
    TrainingResult result = training().workers(3).optimizer("barzilai-borwein").run();
    assertTrue(result.objective() < 1.0001 * optimum, result.objective() + " " + optimum);
    int fewer =
        training()
            .workers(3)
            .optimizer("barzilai-borwein")
            .set("gradient-tolerance", 0.1)
            .run()
            .curve()
            .size();
    assertTrue(fewer < result.curve().size(), fewer + " " + result.curve().size());
  }

  @Test
  void shouldKeepWorkersTogetherByAStrategy() throws IOException {
    assertEquals("post-local:7", SyncStrategies.parse("post-local:7").spelling());
    Training training = training().workers(4).optimizer("sgd").set("rate", 0.5);
    TrainingResult often = training.sync("periodic:1").run();
    TrainingResult some = training.sync("post-local:100").run();
    TrainingResult rarely = training.sync("periodic:8").run();
    long bytes = some.bytesSent().get(0);
    assertTrue(bytes < often.bytesSent().get(0) && bytes > rarely.bytesSent().get(0));
    assertTrue(some.metrics().loss() < 1.05 * often.metrics().loss());
    assertThrows(
        IllegalArgumentException.class, () -> training.consistency("asp").run(), "only bsp");
  }

  @Test
  void shouldMixAlongATopology() {
    var torus = Topologies.named("torus");
    assertArrayEquals(new int[] {2, 3}, torus.sendTo(5, 6, 0));
    for (int size = 1; size <= 40; size++) {
      MixingMatrix matrix = MixingMatrix.overPeriod(torus, size);
      assertTrue(matrix.isStronglyConnected() && matrix.isDoublyStochastic(), "of " + size);
    }
    TrainingResult result = training().workers(6).optimizer("sgd").sync("torus").run();
    assertTrue(result.metrics().get("accuracy") > 0.9);
  }

  @Test
  void shouldTrainInAPlace() throws Exception {
    Training training = training().workers(3);
    TrainingResult result = PoolPlace.train(training.spec(), pool);
    assertEquals(training.run().objective(), result.objective(), "the same bits as anywhere");
  }

  @Test
  void shouldTellTheOthersOfAFailure(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.svm"), "1 1:1\n0 2:1\n1 x\n".repeat(9));
    Training training = training().data(file.toString()).workers(3);
    assertThrows(ExecutionException.class, () -> PoolPlace.train(training.spec(), pool));
  }

  @Test
  void shouldWorkWithTheCommand() {
    String table =
        StarAllReduceTest.papilio(
            "train", "--optimizer", "barzilai-borwein", "--gradient-tolerance", "1e-3");
    assertTrue(table.contains("barzilai-borwein"), table);
    table = StarAllReduceTest.papilio("train", "--sync", "post-local:50", "--workers", "3");
    assertTrue(table.contains("post-local:50"), table);
    table = StarAllReduceTest.papilio("graph", "torus", "--workers", "6");
    assertTrue(table.contains("torus"), table);
  }
}
