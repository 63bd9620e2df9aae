package io.papilio.examples;

import io.papilio.learn.Linear;
import io.papilio.learn.Papilio;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A training in five lines: from a file to a model, and to a probability. */
public final class FiveLines {

  private FiveLines() {}

  /** Trains on a table with the columns age, height and label. */
  static double run(String table, Path folder) throws IOException {
    TrainingResult result = Papilio.train(Linear.logistic().l2(1)).data(table).workers(4).run();
    System.out.println("accuracy " + result.metrics().get("accuracy"));
    result.model().save(folder.resolve("model.papilio"));
    Model model = Model.load(folder.resolve("model.papilio"));
    return model.probability(Row.of("age", 37, "height", 1.8));
  }

  /** Runs it on a small table. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("five-lines");
    Path table = folder.resolve("people.csv");
    StringBuilder rows = new StringBuilder("label,age,height\n");
    for (int i = 0; i < 100; i++) {
      rows.append(i % 2).append(',').append(i % 2 == 0 ? 20 + i % 9 : 40 + i % 7);
      rows.append(',').append(1.6 + i % 5 / 10.0).append('\n');
    }
    Files.writeString(table, rows);
    System.out.println("probability " + run(table.toString(), folder));
  }
}
