package io.papilio.cli;

import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Topology;
import io.papilio.learn.train.Trainer.Outcome;
import io.papilio.learn.train.Trainer.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is to be said of workers that average with neighbours. */
record MixReport(Optional<Topology> topology, int workers) {
  /** Workers that are farther apart than their mean is long have not much in common. */
  private static final double FAR = 1;

  /** Before the training. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    topology.ifPresent(
        mixed -> {
          MixingMatrix matrix = MixingMatrix.overPeriod(mixed, workers);
          if (!matrix.isStronglyConnected()) {
            warnings.add(
                "%s does not connect all %d workers: some never hear of others"
                    .formatted(mixed.name(), workers));
          } else if (!matrix.isDoublyStochastic()) {
            warnings.add(
                "%s is not doubly stochastic for %d workers: the rows of some count more than those"
                        .formatted(mixed.name(), workers)
                    + " of others");
          }
        });
    return warnings;
  }

  /** After it: if workers have drifted apart, and ever farther. */
  static Optional<String> drift(Outcome outcome) {
    List<Point> curve = outcome.curve();
    if (curve.size() < 4) {
      return Optional.empty();
    }
    double middle = curve.get(curve.size() / 2).distance();
    double end = curve.get(curve.size() - 1).distance();
    return end > FAR && end > 2 * middle
        ? Optional.of(
            "workers drift apart: %s times as far as their mean is long, and %s half-way; try a"
                    .formatted(Table.fixed(end, 2), Table.fixed(middle, 2))
                + " smaller --rate, or a --sync with a larger spectral gap")
        : Optional.empty();
  }

  /** For JSON. */
  Map<String, Object> describe(Outcome outcome) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (topology.isPresent()) {
      all.put("spectralGap", MixingMatrix.overPeriod(topology.get(), workers).spectralGap());
    }
    if (outcome.mixing().reduces() > 0) {
      all.put("mixing", outcome.mixing());
    }
    return all;
  }
}
