package io.papilio.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.Example;
import io.papilio.learn.model.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where rows come from. */
class TrainingTest {
  private static final List<SparseRows> ROWS = List.of(new TopicGenerator(3).rows(0, 500));
  private static final List<SparseRows> OTHERS = List.of(new TopicGenerator(3).rows(500, 200));

  @TempDir private Path folder;
  private String table;

  /** Who is tall is positive; a third of those of the table are otherwise. */
  private static List<Example> people(int count, boolean turned) {
    List<Example> people = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isTall = i % 2 == 0;
      Row row = Row.of("height", isTall ? 1.9 : 1.5, "age", 20 + i % 7);
      people.add(new Example(isTall == turned ? 0 : 1, row));
    }
    return people;
  }

  @BeforeEach
  void writeTable() throws IOException {
    StringBuilder lines = new StringBuilder("age,label,height\n"); // in another order
    for (int i = 0; i < 90; i++) {
      boolean isTall = i % 2 == 0;
      lines.append(20 + i % 7).append(isTall == (i % 3 > 0) ? ",1," : ",0,");
      lines.append(isTall ? "1.9\n" : "1.5\n");
    }
    table = Files.writeString(folder.resolve("people.csv"), lines).toString();
  }

  private static Training linear() {
    return Papilio.train(Linear.logistic().l2(0.01)).workers(3);
  }

  private static double accuracy(Training training) {
    return training.run().metrics().get("accuracy");
  }

  @Test
  void shouldJudgeByTestsWhereverRowsAndTestsAre() {
    assertEquals(1, accuracy(linear().examples(people(60, false))));
    assertEquals(0, accuracy(linear().examples(people(60, false)).testExamples(people(8, true))));
    assertEquals(0, accuracy(linear().testExamples(people(8, true)).examples(people(60, false))));
    assertEquals(60 / 90.0, accuracy(linear().examples(people(60, false)).test(table)));
    assertEquals(0, accuracy(linear().data(table).testExamples(people(8, true))));
    assertEquals(60 / 90.0, accuracy(linear().data(table)));
  }

  @Test
  void shouldJudgeByTestRows() {
    TrainingResult alone = linear().rows(ROWS).run();
    TrainingResult tested = linear().rows(ROWS).testRows(OTHERS).run();
    assertArrayEquals(alone.model().weights(), tested.model().weights());
    assertNotEquals(alone.metrics(), tested.metrics());
    assertEquals(tested.model().evaluateRows(OTHERS).loss(), tested.metrics().loss(), 1e-6);

    TrainingResult madeUp = Papilio.train("linear").testRows(OTHERS).run();
    assertEquals(madeUp.model().evaluateRows(OTHERS).loss(), madeUp.metrics().loss(), 1e-6);
  }

  /** What was said last counts, names included. */
  @Test
  void shouldForgetExamplesForRows() {
    TrainingResult rows = linear().examples(people(60, false)).rows(ROWS).run();
    assertEquals(linear().rows(ROWS).run().model().learned(), rows.model().learned());
    assertTrue(rows.model().features().columns().isEmpty());
  }

  @Test
  void shouldSayInItsOptionsThatRowsAreInMemory() {
    TrainingResult result = linear().rows(ROWS).testRows(OTHERS).run();
    assertEquals(List.of(DataSpec.MEMORY), result.options().get("data"));
    assertEquals(List.of(DataSpec.MEMORY), result.options().get("test"));
  }

  @Test
  void shouldRefuseNoRows() {
    refuses("the rows in memory: no examples", linear().rows(List.of()));
    refuses("the rows in memory: no examples", linear().examples(List.of()));
    refuses("the rows in memory: no examples", linear().rows(ROWS).testRows(List.of()));
    refuses("the examples: no examples", linear().data(table).testExamples(List.of()));
  }

  @Test
  void shouldRefuseWhatDoesNotGoWithRowsInMemory() {
    Training both = linear().examples(people(60, false)).data(table);
    refuses("rows in memory and files: rows come from one place", both);
    refuses("rows in memory and files", linear().data(table).rows(ROWS));
    refuses("rows in memory and files", linear().rows(ROWS).testRows(OTHERS).test(table));
    refuses("bits and interactions are for files", linear().rows(ROWS).bits(10));
    refuses("format, label and bad lines are for files", linear().rows(ROWS).skipBadLines());
    DataSpec cached =
        new DataSpec(
            List.of(),
            List.of(),
            "",
            0,
            List.of(),
            BadLines.FAIL,
            "",
            table + ".rows",
            0,
            false,
            0);
    refuses("a cache needs data in files", linear().data(cached).rows(ROWS));
    refuses("no feature 'weight'", linear().data(table).testExamples(List.of(heavy())));
  }

  private static Example heavy() {
    return new Example(1, Row.of("weight", 90));
  }

  @Test
  void shouldRefuseRowsInMemoryOnProcesses() {
    refuses("rows in memory are for threads", linear().rows(ROWS).processes());
    refuses("rows in memory are for threads", linear().data(table).testRows(OTHERS).processes());
    refuses("rows in memory are for threads", linear().testExamples(people(8, true)).processes());
  }

  /** So many weights are for sgd, which knows no tolerance. */
  @Test
  void shouldRefuseWhatTheOptimizerDoesNotKnowThatTheDataAskFor() {
    List<Example> wide =
        List.of(new Example(0, Row.of().with(1, 1)), new Example(1, Row.of().with(5_000_001, 1)));
    Training softmax = Papilio.train("softmax").examples(wide).set("tolerance", 1e-3).workers(2);
    refuses("tolerance is not for model softmax with optimizer sgd", softmax);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HOSTS", "SPARK"})
  void shouldRefuseToRunElsewhere(Launch launch) {
    Training training =
        Papilio.train("linear").place(new PlaceSpec(launch, 2, 0, FailurePolicy.ABORT, false));
    refuses(launch == Launch.HOSTS ? "papilio train --join" : "an estimator", training);
  }

  private static void refuses(String why, Training training) {
    String said = assertThrows(RuntimeException.class, training::run).getMessage();
    assertTrue(said.contains(why), said);
  }
}
