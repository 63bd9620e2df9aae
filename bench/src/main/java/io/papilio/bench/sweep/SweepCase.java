package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * One of the things that a table measures.
 *
 * @param labels what tells it from the others, by the titles of columns
 * @param told what its {@link Measurement} is told
 */
record SweepCase(Map<String, String> labels, JsonNode told) {
  /** Returns its labels in a line. */
  String title() {
    return String.join(", ", labels.values());
  }
}
