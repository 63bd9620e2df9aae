package io.papilio.learn;

/**
 * Where a Java program begins. Here it trains on a table, a CSV file with the columns age, height
 * and label.
 *
 * <pre>{@code
 * TrainingResult result =
 *     Papilio.train(Linear.logistic().l2(1)).data(table).workers(4).run();
 * System.out.println("accuracy " + result.metrics().get("accuracy"));
 * result.model().save(folder.resolve("model.papilio"));
 * Model model = Model.load(folder.resolve("model.papilio"));
 * return model.probability(Row.of("age", 37, "height", 1.8));
 * }</pre>
 */
public final class Papilio {

  private Papilio() {}

  /** Returns a training of a model, with defaults for all. */
  public static Training train(ModelChoice model) {
    return new Training(model);
  }

  /** Returns a training of a family of the class path, such as {@code softmax}. */
  public static Training train(String family) {
    return train(ModelChoice.of(family));
  }
}
