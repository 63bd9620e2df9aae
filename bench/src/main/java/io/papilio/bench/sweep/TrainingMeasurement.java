package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.papilio.learn.job.LocalTraining;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A training in this JVM, or on processes that this one starts. It is told
 *
 * <pre>
 *   spec        what differs from TrainingSpec.of(model), as JSON
 *   iterations  the most of L-BFGS, which is a setting of another name for each optimizer
 *   repeat      how often it is trained; the fastest counts
 *   mbit        Mbit/s of each link between processes
 *   transport   tcp: processes share no memory; else they use whatever is best
 *   target      the loss up to which examplesTo, secondsTo and megabytesTo count
 * </pre>
 */
final class TrainingMeasurement implements Measurement {
  @Override
  public List<Map<String, Object>> measure(JsonNode told) throws IOException, InterruptedException {
    TrainingSpec spec = spec(told);
    spec.check();
    TrainingResult fastest = train(spec, told);
    for (int i = 1; i < told.path("repeat").asInt(1); i++) {
      TrainingResult result = train(spec, told);
      fastest = result.seconds() < fastest.seconds() ? result : fastest;
    }
    return List.of(figures(fastest, told.path("target").asDouble(Double.NaN)));
  }

  /** Returns the training of which only differences from the defaults are told. */
  static TrainingSpec spec(JsonNode told) {
    ObjectNode spec = new ObjectMapper().createObjectNode();
    SweepFile.merge(spec, told.path("spec"));
    if (told.has("iterations")) {
      String limit = TrainingSpec.parse(spec.toString()).limit();
      spec.withObject("/settings").set(limit, told.get("iterations"));
    }
    return TrainingSpec.parse(spec.toString());
  }

  static TrainingResult train(TrainingSpec spec, JsonNode told)
      throws IOException, InterruptedException {
    return LocalTraining.run(
        spec, TrainingListener.NONE, () -> invitation(told), System.err::println);
  }

  private static Invitation invitation(JsonNode told) {
    boolean isNetwork = told.has("mbit") || told.path("transport").asText().equals("tcp");
    Invitation invitation = isNetwork ? Invitation.local(Sharing.NEVER) : Invitation.local();
    return told.has("mbit")
        ? invitation.withOptions(
            invitation.options().withThrottle(told.get("mbit").asDouble() * 1e6 / 8))
        : invitation;
  }

  /** Returns all that tables may show. Bytes are those of all workers together. */
  static Map<String, Object> figures(TrainingResult result, double target) {
    Map<String, Object> figures = new LinkedHashMap<>(result.metrics().values());
    double bytes = result.bytes();
    figures.put("objective", result.objective());
    figures.put("examples", result.examples());
    figures.put("iterations", result.iterations());
    figures.put("seconds", result.seconds());
    figures.put("loadSeconds", result.loadSeconds());
    figures.put("examplesPerSecond", result.examples() / result.seconds());
    figures.put(
        "examplesPerSecondFromFile", result.examples() / (result.loadSeconds() + result.seconds()));
    figures.put("microsPerIteration", result.seconds() / result.iterations() * 1e6);
    figures.put("stepMicros", result.stepMicros());
    figures.put("bytes", bytes);
    figures.put("bytesPerIteration", bytes / result.iterations());
    double sent = bytes / result.iterations() / result.bytesSent().size();
    figures.put("kilobytesPerWorkerIteration", sent / 1e3);
    figures.put("spectralGap", result.spectralGap());
    figures.put("curve", result.curve().stream().map(Point::loss).toList());
    figures.put("distance", result.distance());
    result
        .reached(target)
        .ifPresent(
            reached -> {
              figures.put("examplesTo", reached.examples());
              figures.put("secondsTo", reached.seconds());
              figures.put("megabytesTo", reached.bytes() / 1e6);
            });
    for (String choice : List.of("sync", "allReduce", "exchange", "rateFound")) {
      figures.put("used." + choice, result.options().get(choice));
    }
    return figures;
  }
}
