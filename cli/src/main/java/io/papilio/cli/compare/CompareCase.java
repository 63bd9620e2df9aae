package io.papilio.cli.compare;

import java.util.ArrayList;
import java.util.List;

/** In what a run of a comparison differs from the others. */
record CompareCase(String sync, String consistency, int workers) {

  /** Each with each. */
  static List<CompareCase> product(
      List<String> syncs, List<String> consistencies, List<Integer> workers) {
    List<CompareCase> all = new ArrayList<>();
    for (int count : workers) {
      for (String sync : syncs) {
        for (String consistency : consistencies) {
          all.add(new CompareCase(sync, consistency, count));
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
