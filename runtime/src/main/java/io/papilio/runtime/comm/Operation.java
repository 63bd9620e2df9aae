package io.papilio.runtime.comm;

import io.papilio.runtime.exec.ScheduleExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A call that is under way on this rank, or one of two that make up a caller's. */
final class Operation<T> {
  final long number;
  final Call<T> call;
  final String description;
  final long digest;
  final Consumer<T> then;
  final CompletableFuture<?> caller;
  ScheduleExecutor executor;
  long deadlineNanos;
  long nextProbeNanos;

  /**
   * @param then what to do with the result, within the turn
   * @param caller who is told if there is none
   */
  Operation(long number, Call<T> call, int size, Consumer<T> then, CompletableFuture<?> caller) {
    this.then = then;
    this.caller = caller;
    this.number = number;
    this.call = call;
    this.description = call.describe(size);
    this.digest = Call.digest(description);
  }

  /** For errors: which call, and how far it has come. */
  String where() {
    String round = executor.round() < 0 ? "not begun" : "round " + executor.round();
    return "operation %d, %s, %s".formatted(number, description, round);
  }
}
