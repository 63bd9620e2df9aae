package io.papilio.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Choices;
import io.papilio.learn.job.TrainingResult.Lost;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.job.TrainingResult.Reached;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.job.WorkerTime;
import io.papilio.learn.metric.MetricValues;
import io.papilio.runtime.mixing.MixCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The numbers that strategies are compared by. */
class ComparisonTest {
  private static final TrainingSpec USED = TrainingSpec.of("linear").withOptimizer("sgd");

  /** A run of 1000 examples for each evaluation, half a second each, with these losses. */
  static ComparisonRun run(String sync, int workers, long bytes, double... losses) {
    return run(sync, workers, bytes, List.of(), losses);
  }

  private static ComparisonRun run(
      String sync, int workers, long bytes, List<Lost> lost, double... losses) {
    List<Point> curve = new ArrayList<>();
    for (int i = 0; i < losses.length; i++) {
      double distance = sync.equals("allreduce") ? Double.NaN : 0.1 / (i + 1);
      curve.add(new Point(1000L * (i + 1), 0.5 * (i + 1), losses[i], distance));
    }
    List<WorkerTime> times = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      times.add(new WorkerTime(0, 1.0 + i, 0.5, 0.25));
    }
    TrainingResult result =
        new TrainingResult(
            MetricValues.loss(losses[losses.length - 1]).with("accuracy", 0.9),
            1,
            1000L * losses.length,
            10L * losses.length,
            0.5 * losses.length,
            0,
            0,
            Collections.nCopies(workers, bytes / workers),
            times,
            0,
            sync.equals("ring") ? 0.25 : Double.NaN,
            MixCounts.NONE,
            curve,
            lost,
            null,
            USED.resolve(OptionalLong.empty()),
            new Choices("ring", Map.of()),
            null);
    return new ComparisonRun(new ComparisonCase(sync, "bsp", workers), "papilio train", result);
  }

  static Comparison example() {
    return new Comparison(
        List.of(
            run("allreduce", 2, 8_000_000, 0.7, 0.4, 0.3, 0.2),
            run("ring", 2, 2_000_000, 0.8, 0.6, 0.35, 0.36),
            run("none", 2, 0, 0.9, 0.35, 0.5, 0.5)),
        Map.of("allreduce, asp, 2 workers", "allreduce goes with bsp or ssp:S, not with asp"));
  }

  @Test
  void shouldCompareByTheLowestLossThatAllHaveSeen() {
    assertEquals(0.35, example().target());
    List<ComparisonRun> runs = new ArrayList<>(example().runs());
    runs.add(
        run("chain", 2, 100, Double.NaN, Double.NaN)); // losses that are no numbers do not count
    assertEquals(0.35, new Comparison(runs, Map.of()).target());
    assertTrue(Double.isNaN(new Comparison(runs.subList(3, 4), Map.of()).target()));
  }

  @Test
  void shouldSayWhatItTook() {
    assertEquals(100_000, example().runs().get(0).bytesPerIteration());
    List<TrainingResult> runs = example().runs().stream().map(ComparisonRun::result).toList();
    assertEquals(new Reached(3000, 1.5, 6_000_000), runs.get(0).reached(0.35).orElseThrow());
    assertEquals(new Reached(3000, 1.5, 1_500_000), runs.get(1).reached(0.35).orElseThrow());
    assertEquals(new Reached(2000, 1, 0), runs.get(2).reached(0.35).orElseThrow());
    assertTrue(runs.get(1).reached(0.3).isEmpty());
    assertEquals(8_000_000, runs.get(0).bytes());
    assertEquals(0.025, runs.get(1).distance());
    assertTrue(Double.isNaN(runs.get(0).distance()));
  }

  @Test
  void shouldBeJson() throws IOException {
    JsonNode all = new ObjectMapper().readTree(Json.text(example().describe()));
    assertEquals("target wanted advice machine leftOut runs", names(all));
    assertEquals("cores java system", names(all.get("machine")));
    JsonNode run = all.get("runs").get(1);
    assertEquals(
        "name sync consistency workers command reached bytes bytesPerIteration distance result",
        names(run));
    assertEquals("examples seconds bytes", names(run.get("reached")));
    assertEquals(0.36, run.get("result").get("loss").doubleValue());
    assertTrue(all.get("wanted").isNull());
  }

  private static String names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return String.join(" ", names);
  }

  @Test
  void shouldSayWhoIsCheapest() {
    String advice = String.join(" ", example().advice());
    assertTrue(
        advice.contains(
            "To reach it, none needed the fewest examples (2,000), none the fewest seconds"
                + " (1.000), ring the fewest bytes (1.50 MB)."),
        advice);
    assertTrue(advice.contains("allreduce had the lowest loss (0.2000)"), advice);
    Comparison near =
        new Comparison(
            List.of(
                run("ring", 2, 1020, 0.5),
                run("halton", 2, 1000, 0.5),
                run("ring", 300, 3000, 0.5),
                run("halton", 300, 6000, 0.5)),
            Map.of());
    advice = String.join(" ", near.advice());
    assertTrue(
        advice.contains(
            "with 2 workers, ring needed the fewest examples (1,000; within 5 %: halton)"),
        advice);
    assertTrue(advice.contains("halton the fewest bytes (1.00 kB; within 5 %: ring)."), advice);
    assertTrue(advice.contains("with 300 workers, "), advice);
    assertTrue(advice.contains("ring the fewest bytes (3.00 kB)."), advice);
    assertTrue(advice.contains("300 workers shared "), advice);
  }

  @Test
  void shouldDoubtRunsThatFailed() {
    List<ComparisonRun> runs = new ArrayList<>(example().runs());
    runs.add(run("chain", 2, 100, Double.NaN, Double.NaN));
    runs.set(1, run("ring", 2, 2_000_000, List.of(new Lost(1, "gone")), 0.8, 0.6, 0.35, 0.36));
    String advice = String.join(" ", new Comparison(runs, Map.of()).advice());
    assertTrue(advice.contains("The loss of chain was never a number."), advice);
    assertTrue(advice.contains("ring lost 1 of its workers."), advice);
    assertFalse(advice.contains("NaN"), advice);
  }
}
