package io.papilio.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.model.Example;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Java program can do. */
class PapilioTest {
  @TempDir private Path folder;

  /** Old people and those of NL are positive. */
  private static List<Example> people() {
    List<Example> people = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String country = i % 2 == 0 ? "NL" : "DE";
      int age = 20 + i % 40;
      people.add(
          new Example(i % 2 == 0 && age > 30 ? 1 : 0, Row.of("age", age, "country", country)));
    }
    return people;
  }

  @Test
  void shouldLearnFromExamplesWithNames() throws IOException {
    TrainingResult result = Papilio.train(Linear.logistic().l2(0.01)).examples(people()).run();
    Path file = folder.resolve("model");
    result.model().save(file);
    Model model = Model.load(file);
    assertTrue(model.probability(Row.of("age", 55, "country", "NL")) > 0.9);
    assertTrue(model.probability(Row.of("age", 55, "country", "DE")) < 0.1);
    assertEquals(1, model.predict(Row.of("age", 55, "country", "NL")));
    assertEquals(
        model.probability(Row.of("age", 50)),
        model.probability(Row.of("age", 50, "country", "FR")),
        "a text that was never seen counts as nothing");
    String said =
        assertThrows(IllegalArgumentException.class, () -> model.predict(Row.of("aeg", 50)))
            .getMessage();
    assertTrue(said.contains("no feature 'aeg'; the model knows: age, country="), said);
  }

  @Test
  void shouldLearnTheSameFromAStream() {
    float[] once = Papilio.train("linear").examples(people()).run().model().weights();
    float[] again = Papilio.train("linear").examples(people().stream()).run().model().weights();
    assertArrayEquals(once, again);
  }

  @Test
  void shouldPredictByIndex() {
    List<SparseRows> rows = List.of(new TopicGenerator(3).rows(0, 500));
    Model model = Papilio.train(Linear.logistic()).rows(rows).workers(2).run().model();
    SparseRows block = rows.get(0);
    for (int row = 0; row < 20; row++) {
      Row one = Row.of();
      for (int i = block.start(row); i < block.end(row); i++) {
        one = one.with(block.indices()[i], block.values()[i]);
      }
      assertArrayEquals(
          model.predict(Model.MARGIN, block, row), model.predict(Model.MARGIN, one), 1e-6);
    }
  }

  /** Each of many threads gets what one would get. */
  @Test
  void shouldShareModelsBetweenThreads() {
    TrainingResult result = Papilio.train("softmax").set("l2", 1).run();
    SparseRows rows = new TopicGenerator(5).rows(0, 200);
    List<double[]> alone =
        IntStream.range(0, 200)
            .mapToObj(row -> result.model().predict(Model.PROBABILITY, rows, row))
            .toList();
    IntStream.range(0, 2000)
        .parallel()
        .forEach(
            i ->
                assertArrayEquals(
                    alone.get(i % 200), result.model().predict(Model.PROBABILITY, rows, i % 200)));
  }

  @Test
  void shouldTellHowItGoesAndEndWhenItIsCancelled() {
    List<Point> heard = Collections.synchronizedList(new ArrayList<>());
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void onPoint(Point point) {
            heard.add(point);
          }

          @Override
          public boolean isCancelled() {
            return heard.size() >= 3;
          }
        };
    Training training = Papilio.train("linear").optimizer("sgd").set("rate", 1).workers(3);
    assertThrows(CancellationException.class, () -> training.listener(listener).run());
    assertEquals(3, heard.size());
  }

  /** As with a full disk; here the name leaves no room for that of the file being written. */
  @Test
  void shouldKeepTheResultIfTheModelCannotBeWritten() {
    Path file = folder.resolve("m".repeat(240));
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void onNote(String note) {
            notes.add(note);
          }
        };
    Training training = Papilio.train("linear").out(file).listener(listener).workers(2);
    TrainingResult result = training.run();
    assertNull(result.modelFile());
    assertTrue(result.model().weights().length > 0);
    String reason = "cannot write the model to " + file;
    assertTrue(notes.stream().anyMatch(note -> note.startsWith(reason)), notes::toString);
    assertThrows(UncheckedIOException.class, () -> training.processes().run());
  }

  /** A file that is sorted by label, as many are, must not show among several workers. */
  @ParameterizedTest
  @ValueSource(strings = {"online", "sgd"})
  void shouldNotMindSortedFiles(String optimizer) throws IOException {
    SparseRows rows = new TopicGenerator(11).rows(0, 4000);
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      StringBuilder line = new StringBuilder(rows.label(row) > 0 ? "1" : "-1");
      for (int i = rows.start(row); i < rows.end(row); i++) {
        line.append(' ').append(rows.indices()[i] + 1).append(':').append(rows.values()[i]);
      }
      lines.add(line.toString());
    }
    Path mixed = Files.write(folder.resolve("mixed.svm"), lines);
    Collections.sort(lines);
    Path sorted = Files.write(folder.resolve("sorted.svm"), lines);
    assertEquals(accuracy(optimizer, mixed), accuracy(optimizer, sorted), 0.02);
  }

  private static double accuracy(String optimizer, Path file) {
    return Papilio.train("linear")
        .optimizer(optimizer)
        .data(file.toString())
        .workers(4)
        .run()
        .metrics()
        .get("accuracy");
  }

  @Test
  void shouldTrainOnProcesses() {
    TrainingResult threads = Papilio.train("linear").workers(2).run();
    TrainingResult processes = Papilio.train("linear").workers(2).processes().run();
    assertEquals(threads.metrics(), processes.metrics());
    assertArrayEquals(threads.model().weights(), processes.model().weights());
    assertThrows(
        IllegalArgumentException.class,
        () -> Papilio.train("linear").examples(people()).processes().run());
  }

  @Test
  void shouldRefuseWhatNobodyKnows() {
    refuses("no model family 'trees'", Papilio.train("trees"));
    refuses("atoms is not for model linear", Papilio.train("linear").set("atoms", 3));
    refuses("it is for model sparse-coding", Papilio.train("linear").set("atoms", 3));
    refuses("l2 must be a number, 0 or more, not -1", Papilio.train("linear").set("l2", -1));
    refuses("resume needs an output file", Papilio.train("linear").resume());
    refuses("cannot train with 257 workers", Papilio.train("linear"), 257);
  }

  private static void refuses(String why, Training training) {
    String said = assertThrows(IllegalArgumentException.class, training::run).getMessage();
    assertTrue(said.contains(why), said);
  }

  private static void refuses(String why, Training training, int workers) {
    String said =
        assertThrows(IllegalArgumentException.class, () -> training.workers(workers)).getMessage();
    assertTrue(said.contains(why), said);
  }
}
