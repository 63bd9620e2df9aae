package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.bench.sweep.SweepFile.Case;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A way to measure something. */
interface Measurement {
  /**
   * Measures a case.
   *
   * @param told without placeholders for folders
   * @return rows of figures by name: numbers, texts, or lists of numbers
   * @throws IllegalStateException if what was measured is wrong
   */
  List<Map<String, Object>> measure(JsonNode told) throws IOException, InterruptedException;

  /** Returns the measurement of the kind that a case names; a training if it names none. */
  static Measurement of(Case one, Workplace place) {
    String kind = one.told().path("kind").asText("training");
    return switch (kind) {
      case "training" -> new TrainingMeasurement();
      case "step" -> new StepMeasurement(place);
      case "memory" -> new MemoryMeasurement();
      case "allreduce" -> new AllReduceMeasurement(place);
      case "program" -> new ProgramMeasurement();
      default -> throw new IllegalArgumentException("no measurement '%s'".formatted(kind));
    };
  }
}
