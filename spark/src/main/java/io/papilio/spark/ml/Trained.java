package io.papilio.spark.ml;

import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.ModelFile;
import java.io.Serializable;

/**
 * What comes back to the driver.
 *
 * @param result as JSON, without the model
 * @param model as bytes
 * @param refusal why there was nothing to train; empty if there was
 */
record Trained(String result, byte[] model, String refusal) implements Serializable {

  static Trained of(TrainingResult result) {
    return new Trained(Json.encode(result), ModelFile.bytes(result.model()), "");
  }

  static Trained nothing(String refusal) {
    return new Trained("", new byte[0], refusal);
  }

  /**
   * Returns the result with its model.
   *
   * @throws IllegalArgumentException if there was nothing to train
   */
  TrainingResult open() {
    if (!refusal.isEmpty()) {
      throw new IllegalArgumentException(refusal);
    }
    return Json.decode(result, TrainingResult.class).with(ModelFile.of(model));
  }
}
