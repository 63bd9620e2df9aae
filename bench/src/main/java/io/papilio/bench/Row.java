package io.papilio.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one run of a contender found for one length: the raw data. */
record Row(String contender, int ranks, int round, Timing timing) {

  /** As it is kept in files. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("contender", contender);
    json.put("ranks", ranks);
    json.put("length", timing.length());
    json.put("round", round);
    json.put("minMicros", timing.minMicros());
    json.put("medianMicros", timing.medianMicros());
    timing.predictedMicros().ifPresent(micros -> json.put("predictedMicros", micros));
    json.put("correct", timing.correct());
    return json;
  }
}
