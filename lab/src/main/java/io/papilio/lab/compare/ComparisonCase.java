package io.papilio.lab.compare;

import java.util.ArrayList;
import java.util.List;

/** In what a run of a comparison differs from the others. */
public record ComparisonCase(String sync, String consistency, int workers) {

  /** Returns each with each. */
  public static List<ComparisonCase> product(
      List<String> syncs, List<String> consistencies, List<Integer> workers) {
    List<ComparisonCase> all = new ArrayList<>();
    for (int count : workers) {
      for (String sync : syncs) {
        for (String consistency : consistencies) {
          all.add(new ComparisonCase(sync, consistency, count));
        }
      }
    }
    return all.stream().distinct().toList();
  }

  @Override
  public String toString() {
    return "%s, %s, %d %s"
        .formatted(sync, consistency, workers, workers == 1 ? "worker" : "workers");
  }
}
