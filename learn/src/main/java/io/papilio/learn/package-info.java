/**
 * Trains models on many workers: {@link io.papilio.learn.Papilio} is where a Java program begins.
 *
 * <pre>{@code
 * TrainingResult result =
 *     Papilio.train(Linear.logistic().l2(1)).data("train.svm.gz").test("test.svm.gz").run();
 * result.model().save(Path.of("model.papilio"));
 * }</pre>
 */
package io.papilio.learn;
