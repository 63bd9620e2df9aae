package io.papilio.runtime.communicator;

import io.papilio.runtime.engine.Pending;
import io.papilio.runtime.exec.ScheduleExecutor;
import java.util.function.Consumer;

/**
 * A call that is under way on this rank, or one of two that make up a caller's. Who waits for it
 * asks for its {@link #outcome}; others are told. Run within a turn, it begins.
 *
 * @param <T> what comes of it
 */
final class Operation<T> extends Pending implements Runnable {
  final Call<T> call;
  final String description;
  final long digest;
  final ScheduleExecutor executor;
  private final CollectiveProtocol protocol;
  private Consumer<? super T> onResult;
  private Consumer<? super RuntimeException> onError;
  long number;
  long deadlineNanos;
  long nextProbeNanos;
  private T result;
  private RuntimeException error;

  Operation(Call<T> call, CollectiveProtocol protocol) {
    this.call = call;
    this.protocol = protocol;
    this.description = call.describe(protocol.group().size());
    this.digest = Call.digest(description);
    this.executor = protocol.executor(this);
  }

  /** The first is told what came of it, or the second why nothing did; both within a turn. */
  void tell(Consumer<? super T> resultListener, Consumer<? super RuntimeException> errorListener) {
    onResult = resultListener;
    onError = errorListener;
  }

  @Override
  public void run() {
    protocol.begin(this);
  }

  /** All steps are done: sees to the rest, which may fail. */
  void finish() {
    result = call.finish(protocol.group().rank(), protocol.group().size());
    if (onResult != null) {
      onResult.accept(result);
    }
  }

  void fail(RuntimeException reason) {
    error = reason;
    if (onError != null) {
      onError.accept(reason);
    }
    end();
  }

  /** Lets the waiter go; from now on it may be used again. */
  void succeed() {
    end();
  }

  /** After its end: what came of it. */
  T outcome() {
    if (error != null) {
      throw error;
    }
    return result;
  }

  /** After its end, if that was a good one: to be made again. */
  void reset() {
    executor.reset();
    tell(null, null);
    begin();
  }

  /** For errors: which call, and how far it has come. */
  String where() {
    String round = executor.round() < 0 ? "not begun" : "round " + executor.round();
    return "operation %d, %s, %s".formatted(number, description, round);
  }
}
