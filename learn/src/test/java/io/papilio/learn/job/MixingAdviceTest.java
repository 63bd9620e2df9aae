package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.metric.MetricValues;
import io.papilio.runtime.mixing.MixCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MixingAdviceTest {
  private static Optional<String> drift(double... distances) {
    List<Point> curve =
        DoubleStream.of(distances).mapToObj(distance -> new Point(1, 1, 0.5, distance)).toList();
    return new TrainingResult(
            MetricValues.loss(1),
            1,
            1,
            1,
            1,
            1,
            1,
            List.of(),
            List.of(),
            0,
            1,
            MixCounts.NONE,
            curve,
            List.of(),
            null,
            TrainingSpec.of("linear"),
            new TrainingResult.Choices("ring", Map.of()),
            null)
        .drift();
  }

  private static Optional<String> warning(String topology, int workers) {
    return new MixingAdvice(Optional.of(Topologies.named(topology)), workers).warning();
  }

  @Test
  void shouldWarnOfTopologiesThatAreNotFair() {
    for (int workers : new int[] {1, 2, 5, 16}) {
      assertEquals(Optional.empty(), warning("butterfly", workers));
      assertEquals(Optional.empty(), warning("expander", workers));
    }
    assertTrue(warning("chain", 5).orElseThrow().contains("chain"));
    assertTrue(warning("star", 5).orElseThrow().contains("not doubly stochastic"));
    EdgeList two = EdgeList.parse("two", "0 1\n1 0\n2 3\n3 2\n");
    String apart = new MixingAdvice(Optional.of(two), 4).warning().orElseThrow();
    assertTrue(apart.contains("some never hear of others"), apart);
    assertEquals(Optional.empty(), new MixingAdvice(Optional.empty(), 4).warning());
  }

  @Test
  void shouldWarnOfWorkersThatDriftApart() {
    String warning = drift(0.1, 0.2, 0.6, 1.2, 3.5).orElseThrow();
    assertTrue(warning.contains("350 %") && warning.contains("60 %"), warning);
    assertTrue(drift(0.1, 0.2, 0.6, 0.7, 0.9).isEmpty(), "not far");
    assertTrue(drift(5, 4, 3, 2, 1.5).isEmpty(), "nearer and nearer");
    double none = Double.NaN;
    assertTrue(drift(none, none, none, none).isEmpty());
    assertTrue(drift().isEmpty());
  }

  @Test
  void shouldKnowTheSpectralGap() {
    assertEquals(
        1, new MixingAdvice(Optional.of(Topologies.named("complete")), 4).spectralGap(), 1e-9);
    assertTrue(Double.isNaN(new MixingAdvice(Optional.empty(), 4).spectralGap()));
  }
}
