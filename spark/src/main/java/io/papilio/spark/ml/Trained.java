package io.papilio.spark.ml;

import java.io.Serializable;

/**
 * What comes back to the driver.
 *
 * @param problem why there was nothing to train; empty if there was
 */
record Trained(Census census, float[] weights, TrainingSummary summary, String problem)
    implements Serializable {

  static Trained nothing(String problem) {
    return new Trained(Census.NOBODY, new float[0], null, problem);
  }
}
