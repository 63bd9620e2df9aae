package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.Papilio;
import io.papilio.learn.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A training of rows that are read from the disk in every pass ends with the same bits. */
class StreamedTrainingTest {
  /** Enough for a worker to shuffle its blocks in two windows. */
  private static final int ROWS = 280_000;

  private static final long MEMORY = 100_000; // a fiftieth of the rows

  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws IOException {
    for (int classes = 2; classes <= 3; classes++) {
      SplittableRandom random = new SplittableRandom(classes);
      StringBuilder text = new StringBuilder();
      for (int row = 0; row < ROWS; row++) {
        int feature = 1 + random.nextInt(40);
        int label = random.nextInt(5) == 0 ? random.nextInt(classes) : feature % classes;
        text.append(label).append(' ').append(feature).append(":1 ");
        text.append(41 + random.nextInt(9)).append(":0.5\n");
      }
      Files.writeString(folder.resolve(classes + ".svm"), text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "linear,  online,  1, 1, ''",
    "linear,  online,  2, 3, ''",
    "linear,  sgd,     1, 2, ''",
    "linear,  sgd,     2, 2, butterfly",
    "linear,  sgd,     3, 1, allreduce",
    "linear,  pegasos, 1, 1, ''",
    "linear,  lbfgs,   2, 0, ''",
    "linear,  hybrid,  1, 0, ''",
    "linear,  hybrid,  2, 0, ''",
    "softmax, lbfgs,   2, 0, ''",
    "softmax, sgd,     1, 1, ''",
    "softmax, sdca,    2, 2, ''",
  })
  void shouldEndWithTheSameBits(
      String model, String optimizer, int workers, int epochs, String sync) {
    String file = folder.resolve((model.equals("linear") ? 2 : 3) + ".svm").toString();
    Training training = Papilio.train(model).data(file).optimizer(optimizer).workers(workers);
    if (epochs > 0) {
      training.set("epochs", epochs);
    }
    if (optimizer.equals("pegasos")) {
      training.set("loss", "hinge");
    }
    if (!sync.isEmpty()) {
      training.sync(sync);
    }
    for (double holdOut : optimizer.equals("hybrid") ? List.of(0.0, 0.1) : List.of(0.0)) {
      DataSpec data = training.spec().data().withHoldOut(holdOut);
      Told told = new Told();
      TrainingResult inMemory = training.data(data).listener(TrainingListener.NONE).run();
      TrainingResult streamed = training.data(data.withRowMemory(MEMORY)).listener(told).run();
      assertArrayEquals(inMemory.model().weights(), streamed.model().weights());
      assertEquals(inMemory.metrics(), streamed.metrics());
      assertEquals(inMemory.objective(), streamed.objective());
      assertEquals(losses(inMemory), losses(streamed));
      assertTrue(told.note.contains("stay on the disk"), told.note);
    }
  }

  private static Map<Long, Double> losses(TrainingResult result) {
    Map<Long, Double> losses = new TreeMap<>();
    result.curve().forEach(point -> losses.put(point.examples(), point.loss()));
    return losses;
  }

  private static final class Told implements TrainingListener {
    private String note = "";

    @Override
    public void onNote(String text) {
      note += text;
    }
  }
}
