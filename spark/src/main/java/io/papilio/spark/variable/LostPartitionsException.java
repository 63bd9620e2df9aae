package io.papilio.spark.variable;

import java.util.List;

/** Executors were lost with what tasks had committed: those must be run again. */
public final class LostPartitionsException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final List<Integer> partitions;

  /** Of {@link Partitions} as text, and why the last executor was lost. */
  LostPartitionsException(String partitions, String reason) {
    super(
        "commits of partitions %s were lost with their executors (%s): recover() them"
            .formatted(partitions, reason));
    this.partitions = Partitions.parse(partitions);
  }

  /** Which; the first of them, if they are very many. */
  public List<Integer> partitions() {
    return partitions;
  }
}
