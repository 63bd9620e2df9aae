package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.examples.Ratings.MadeUpRatings;
import io.papilio.learn.Papilio;
import io.papilio.learn.data.write.RowWriter;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One file is enough: nothing but the class itself makes all of this work. */
class RatingsTest {
  private static final double NOISE = MadeUpRatings.NOISE;

  private static Path file(Path folder, String name, int from, int count) throws Exception {
    Path file = folder.resolve(name);
    try (RowWriter writer = RowWriter.libsvm(file)) {
      writer.write(new MadeUpRatings(7).rows(from, count));
    }
    return file;
  }

  @Test
  void shouldBeFound() {
    assertInstanceOf(Ratings.class, Families.named("ratings"));
  }

  /** The noise is 0.1: nobody can know better. */
  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:1"})
  void shouldLearnWhoLikesWhat(String consistency) {
    TrainingResult result =
        Papilio.train("ratings").workers(3).sync("factors").consistency(consistency).run();
    double error = result.metrics().get("rmse");
    assertTrue(error > 0.9 * NOISE && error < 1.5 * NOISE, "error " + error);
  }

  @Test
  void shouldPredictAfterItWasLoaded(@TempDir Path folder) throws Exception {
    Path train = file(folder, "train.svm", 0, 1500);
    Path saved = folder.resolve("model");
    TrainingResult result =
        Papilio.train("ratings").data(train.toString()).workers(2).out(saved).run();
    Model loaded = Model.load(saved);
    Row row = Row.of().with(3, 1).with(70, 1);
    assertEquals(result.model().predict(row), loaded.predict(row));
    assertEquals(0, loaded.predict(Row.of().with(3, 1).with(100_000, 1)), "nobody knows it");
    assertThrows(IllegalArgumentException.class, () -> loaded.predict(Row.of().with(3, 1)));
  }

  @Test
  void shouldWorkWithTheCommand(@TempDir Path folder) throws Exception {
    String train = file(folder, "train.svm", 0, 1500).toString();
    String test = file(folder, "test.svm", 1500, 500).toString();
    String model = folder.resolve("model").toString();
    Path ratings = folder.resolve("ratings.txt");
    StarAllReduceTest.papilio(
        "train", "--model", "ratings", "--rank", "3", "--data", train, "--out", model);
    String table = StarAllReduceTest.papilio("eval", "--model-file", model, "--data", test);
    assertTrue(table.contains("rmse"), table);
    StarAllReduceTest.papilio(
        "predict", "--model-file", model, "--data", test, "--out", ratings.toString());
    List<String> lines = Files.readAllLines(ratings);
    assertEquals(500, lines.size());
    assertEquals(
        Model.load(Path.of(model)).predict("rating", new MadeUpRatings(7).rows(1500, 1), 0)[0],
        Double.parseDouble(lines.get(0)));
  }
}
