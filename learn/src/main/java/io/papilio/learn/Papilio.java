package io.papilio.learn;

/**
 * Where a Java program begins.
 *
 * <pre>{@code
 * TrainingResult result =
 *     Papilio.train(Linear.logistic().l2(1)).data("train.svm.gz").test("test.svm.gz").run();
 * Model model = result.model();
 * model.save(Path.of("model.papilio"));
 * double p = Model.load(Path.of("model.papilio")).probability(Row.of("age", 37, "country", "NL"));
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
