package io.papilio.runtime.comm;

import io.papilio.runtime.exec.ScheduleExecutor;
import java.util.concurrent.CompletableFuture;

/** A call that is under way on this rank. */
final class Operation {
  final long number;
  final Call call;
  final String description;
  final long digest;
  final CompletableFuture<Void> done;
  ScheduleExecutor executor;
  long deadlineNanos;
  long nextProbeNanos;

  Operation(long number, Call call, int size, CompletableFuture<Void> done) {
    this.done = done;
    this.number = number;
    this.call = call;
    this.description = call.describe(size);
    this.digest = Call.digest(description);
  }

  /** For errors: which call, and how far it has come. */
  String where() {
    return "operation %d, %s, round %d".formatted(number, description, executor.round());
  }
}
