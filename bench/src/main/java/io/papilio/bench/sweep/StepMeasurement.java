package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a step of training costs under several strategies, next to the collectives below it, all in
 * turns. It is told a {@code spec}, the {@code transport} (inproc, shm or tcp) and
 *
 * <pre>
 *   weights      how many floats the collectives add up
 *   strategies   by name: the sync of each, as {"strategy": "butterfly", "consistency": "bsp"};
 *                allreduce:AUTO is the algorithm that dense vectors would take
 *   turns        how often each has its turn; the fastest counts
 * </pre>
 *
 * A step is timed over the second half of a training, when the compilers are done: that is a mean.
 * The fastest of seven samples of a collective counts, and {@code benchPairMedian} is their median.
 * What a strategy costs is its step less the one of {@code none}. {@code butterflyPredicted} and so
 * on are what steps were predicted to take.
 */
record StepMeasurement(Workplace place) implements Measurement {
  private static final String NONE = "none";
  private static final String AUTO = "benchAuto";
  private static final String PAIR = "benchPair";

  @Override
  public List<Map<String, Object>> measure(JsonNode told) throws IOException, InterruptedException {
    Map<String, Double> micros = new LinkedHashMap<>();
    Map<String, Double> predicted = new LinkedHashMap<>();
    int workers = told.path("spec").path("place").path("workers").asInt();
    String auto = "";
    for (int turn = 0; turn < told.path("turns").asInt(1); turn++) {
      for (Map.Entry<String, JsonNode> one : told.path("strategies").properties()) {
        TrainingResult result = TrainingMeasurement.train(spec(told, one.getValue(), auto), told);
        micros.merge(one.getKey(), result.stepMicros(), Math::min);
        predicted.put(one.getKey() + "Predicted", result.predictedStepMicros());
        if (one.getKey().equals(NONE)) {
          auto = String.valueOf(result.options().get("allReduce"));
          bench(AUTO, told, workers, micros);
          bench(PAIR, told, 2, micros);
        }
      }
    }
    Map<String, Object> figures = new LinkedHashMap<>(micros);
    figures.putAll(predicted);
    micros.forEach(
        (name, step) -> {
          if (!name.equals(NONE) && !name.startsWith("bench")) {
            double cost = Math.max(0, step - micros.get(NONE));
            figures.put(name + "ToAuto", cost / micros.get(AUTO));
            figures.put(name + "ToPairs", cost / (micros.get(PAIR) * Math.max(1, workers / 2.0)));
          }
        });
    return List.of(figures);
  }

  private static TrainingSpec spec(JsonNode told, JsonNode sync, String auto) {
    ObjectNode copy = told.deepCopy();
    ObjectNode own = copy.withObject("/spec").putObject("sync").setAll((ObjectNode) sync);
    own.put("strategy", own.path("strategy").asText().replace("AUTO", auto));
    return TrainingMeasurement.spec(copy);
  }

  private void bench(String name, JsonNode told, int ranks, Map<String, Double> micros)
      throws IOException, InterruptedException {
    ObjectNode bench = new ObjectMapper().createObjectNode();
    bench.put("ranks", ranks).put("samples", 7).set("contender", told.path("transport"));
    bench.putArray("lengths").add(told.path("weights").asInt());
    Map<String, Object> row = new AllReduceMeasurement(place).measure(bench).get(0);
    micros.merge(name, ((Number) row.get("minMicros")).doubleValue(), Math::min);
    micros.merge(name + "Median", ((Number) row.get("medianMicros")).doubleValue(), Math::min);
  }
}
