package io.papilio.cli.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.lab.compare.Comparison;
import io.papilio.lab.compare.ComparisonCase;
import io.papilio.lab.compare.ComparisonRun;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Choices;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.metric.MetricValues;
import io.papilio.runtime.mixing.MixCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The text of a comparison. */
class CompareTableTest {

  /** A run of 1000 examples for each evaluation, half a second each, with these losses. */
  private static ComparisonRun run(String sync, long bytes, double... losses) {
    List<Point> curve = new ArrayList<>();
    for (int i = 0; i < losses.length; i++) {
      double distance = sync.equals("allreduce") ? Double.NaN : 0.1 / (i + 1);
      curve.add(new Point(1000L * (i + 1), 0.5 * (i + 1), losses[i], distance));
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
            List.of(bytes / 2, bytes / 2),
            List.of(),
            0,
            sync.equals("ring") ? 0.25 : Double.NaN,
            MixCounts.NONE,
            curve,
            List.of(),
            null,
            TrainingSpec.of("linear").withOptimizer("sgd").resolve(OptionalLong.empty()),
            new Choices("ring", Map.of()),
            null);
    return new ComparisonRun(new ComparisonCase(sync, "bsp", 2), "papilio train", result);
  }

  private static String text(ComparisonRun... runs) {
    return CompareTable.text(new Comparison(List.of(runs), Map.of()));
  }

  @Test
  void shouldPutItInATable() {
    String text =
        text(
            run("allreduce", 8_000_000, 0.7, 0.4, 0.3, 0.2),
            run("ring", 2_000_000, 0.8, 0.6, 0.35, 0.36),
            run("none", 0, 0.9, 0.35, 0.5, 0.5));
    List<String> lines = text.lines().toList();
    assertTrue(lines.get(0).contains("examples to 0.3500"), lines.get(0));
    assertEquals(
        List.of(
            "allreduce bsp 2 0.2000 0.9000 3,000 1.500 6.00 MB 100 kB - - 2.000",
            "ring bsp 2 0.3600 0.9000 3,000 1.500 1.50 MB 25.0 kB 0.2500 2.5e-02 2.000",
            "none bsp 2 0.5000 0.9000 2,000 1.000 0 B 0 B - 2.5e-02 2.000"),
        lines.subList(1, 4).stream().map(line -> line.replaceAll(" +", " ")).toList());
    assertTrue(text.contains("allreduce had the lowest loss (0.2000)"), text);
  }

  @Test
  void shouldNotShowWhatIsNoNumber() {
    String text = text(run("ring", 100, 0.5), run("chain", 100, Double.NaN, Double.NaN));
    assertFalse(text.contains("NaN"), text);
  }
}
