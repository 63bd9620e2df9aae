package io.papilio.learn.linear;

import io.papilio.learn.data.Features;

/** What comes of a training, of whatever kind it is. */
public interface Model {
  /** All there is to learn. */
  float[] weights();

  /** How features were made of what was read. */
  Features features();
}
