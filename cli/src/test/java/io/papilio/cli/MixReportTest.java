package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.learn.train.Trainer.Outcome;
import io.papilio.learn.train.Trainer.Point;
import io.papilio.runtime.mix.MixCounts;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MixReportTest {
  private static Outcome outcome(double... distances) {
    List<Point> curve =
        DoubleStream.of(distances).mapToObj(distance -> new Point(1, 1, 0.5, distance)).toList();
    return new Outcome(
        new float[1], 1, curve, 1, 1, List.of(), new long[1], new MixCounts(8, 6, 1, 1, 0, 0));
  }

  private static List<String> warnings(String topology, int workers) {
    return new MixReport(Optional.of(Topologies.named(topology)), workers).warnings();
  }

  @Test
  void shouldWarnOfTopologiesThatAreNotFair() {
    for (int workers : new int[] {1, 2, 5, 16}) {
      assertEquals(List.of(), warnings("butterfly", workers));
      assertEquals(List.of(), warnings("expander", workers));
    }
    assertTrue(warnings("chain", 5).toString().contains("chain"));
    assertTrue(warnings("star", 5).toString().contains("not doubly stochastic"));
    MixReport apart = new MixReport(Optional.of(EdgeList.parse("two", "0 1\n1 0\n2 3\n3 2\n")), 4);
    assertTrue(apart.warnings().toString().contains("some never hear of others"));
    assertEquals(List.of(), new MixReport(Optional.empty(), 4).warnings());
  }

  @Test
  void shouldWarnOfWorkersThatDriftApart() {
    String warning = MixReport.drift(outcome(0.1, 0.2, 0.6, 1.2, 3.5)).orElseThrow();
    assertTrue(warning.contains("3.50") && warning.contains("0.60"), warning);
    assertTrue(MixReport.drift(outcome(0.1, 0.2, 0.6, 0.7, 0.9)).isEmpty(), "not far");
    assertTrue(MixReport.drift(outcome(5, 4, 3, 2, 1.5)).isEmpty(), "nearer and nearer");
    double none = Double.NaN;
    assertTrue(MixReport.drift(outcome(none, none, none, none)).isEmpty());
    assertTrue(MixReport.drift(outcome()).isEmpty());
  }

  @Test
  void shouldDescribeWhatMixingWasLike() {
    MixReport report = new MixReport(Optional.of(Topologies.named("complete")), 4);
    assertEquals(1.0, (double) report.describe(outcome(0.1)).get("spectralGap"), 1e-9);
    assertEquals(new MixCounts(8, 6, 1, 1, 0, 0), report.describe(outcome(0.1)).get("mixing"));
  }
}
