package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.Linear;
import io.papilio.learn.Papilio;
import io.papilio.learn.Training;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.model.Example;
import io.papilio.learn.model.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingListenerTest {
  private static final Path MKFIFO = Path.of("/usr/bin/mkfifo");

  @TempDir private Path folder;

  /** Counts what it hears, is asked by one thread at a time, and cancels when asked too often. */
  private static final class Counting implements TrainingListener {
    private final int patience;
    private final List<String> notes = new ArrayList<>();
    private int asked;
    private int points;
    private boolean isAlone = true;

    Counting(int patience) {
      this.patience = patience;
    }

    @Override
    public void onPoint(Point point) {
      isAlone &= Thread.holdsLock(this);
      points++;
    }

    @Override
    public void onNote(String note) {
      isAlone &= Thread.holdsLock(this);
      notes.add(note);
    }

    @Override
    public boolean isCancelled() {
      isAlone &= Thread.holdsLock(this);
      return ++asked > patience;
    }
  }

  private static Counting never() {
    return new Counting(Integer.MAX_VALUE);
  }

  /** The bad line at the end of some megabytes is never reached. */
  @Test
  void shouldEndWhileItLoads() throws Exception {
    Path data = folder.resolve("train.svm");
    Files.writeString(data, "1 1:0.5 7:0.25\n-1 2:0.5 9:0.125\n".repeat(400_000) + "bad\n");
    Counting listener = new Counting(1); // at the beginning
    Training training = Papilio.train("linear").data(data.toString()).workers(1).listener(listener);
    assertThrows(CancellationException.class, training::run);
    assertEquals(2, listener.asked);
  }

  /** Evaluations may be far apart, passes over the rows are not. */
  @ParameterizedTest
  @ValueSource(strings = {"lbfgs", "hybrid"})
  void shouldAskAtEveryPass(String optimizer) {
    Training training = Papilio.train("linear").optimizer(optimizer).workers(1);
    Counting listener = never();
    long iterations = training.listener(listener).run().iterations();
    assertTrue(listener.asked > listener.points + 2 * iterations, listener.asked + " asked");
    training.listener(new Counting(listener.asked - 1));
    assertThrows(CancellationException.class, training::run);
  }

  /** Nobody writes into the pipe, so that the worker has nothing to tell. */
  @Test
  @Timeout(60)
  void shouldEndProcessesWhileTheyLoad() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(MKFIFO));
    Path pipe = folder.resolve("train.svm");
    assertEquals(0, new ProcessBuilder(MKFIFO.toString(), pipe.toString()).start().waitFor());
    Training training = Papilio.train("linear").data(pipe.toString()).workers(1).processes();
    Counting listener = new Counting(2);
    assertThrows(CancellationException.class, () -> training.listener(listener).run());
    assertEquals(0, listener.points);
  }

  @Test
  void shouldBeCalledByOneThreadAtATime() {
    for (String sync : List.of("allreduce", "butterfly")) {
      Counting listener = never();
      Papilio.train("linear")
          .rows(List.of(new TopicGenerator(3).rows(0, 400)))
          .optimizer("sgd")
          .set("rate", 1)
          .set("epochs", 1)
          .sync(sync)
          .workers(4)
          .listener(listener)
          .run();
      assertTrue(listener.isAlone && listener.points > 0, sync);
    }
  }

  @Test
  @Timeout(60)
  void shouldBeCalledByOneThreadAtATimeAlsoOfProcesses() {
    Counting listener = never();
    Papilio.train("linear").workers(2).processes().listener(listener).run();
    assertTrue(listener.isAlone && listener.points > 0 && listener.asked > 0);
  }

  /**
   * Workers that do not wait for each other know no loss while they run, but in the end. Each step
   * goes five times as far beyond the optimum, from wherever a worker and its partner are.
   */
  @ParameterizedTest
  @ValueSource(strings = {"bsp", "notify-ack", "ssp:3", "asp"})
  void shouldSayThatTheLossRose(String consistency) {
    Counting listener = never();
    Papilio.train(Linear.squared().l2(0))
        .examples(Collections.nCopies(640, new Example(1, Row.of("x", 1))))
        .sync("butterfly")
        .consistency(consistency)
        .set("rate", 3)
        .set("schedule", "constant")
        .set("epochs", 1)
        .workers(2)
        .listener(listener)
        .run();
    long said = listener.notes.stream().filter(note -> note.startsWith("the loss rose")).count();
    assertEquals(1, said, listener.notes.toString());
  }

  /** Each worker has a cache file of its own, and a note about it; users hear of one. */
  @Test
  void shouldHearOfTheLeadingWorkerOnly() throws Exception {
    Path data = Files.writeString(folder.resolve("a.svm"), "1 1:1\n-1 2:1\n".repeat(50));
    DataSpec cached =
        new DataSpec(
            List.of(data.toString()),
            List.of(),
            "",
            0,
            List.of(),
            BadLines.FAIL,
            "",
            folder.resolve("rows").toString(),
            0,
            false,
            0);
    Counting listener = never();
    Papilio.train("linear").data(cached).workers(3).listener(listener).run();
    List<String> written =
        listener.notes.stream().filter(note -> note.startsWith("the cache ")).toList();
    assertEquals(1, written.size(), written.toString());
    assertTrue(written.get(0).contains(".0-of-3 is written"), written.toString());
  }
}
