package io.papilio.runtime.communicator;

import io.papilio.runtime.engine.Pending;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A call of a {@link GroupProtocol}, which can be made again when it has ended. Run within a turn,
 * it begins.
 *
 * @param <T> what comes of it
 */
final class GroupCall<T> extends Pending implements Runnable {
  private final Consumer<GroupCall<T>> starter;
  private BiConsumer<T, RuntimeException> listener = (result, error) -> {};
  private Runnable beginning;
  private T result;
  private RuntimeException error;

  GroupCall(Consumer<GroupCall<T>> starter) {
    this.starter = starter;
  }

  /** Before it is made: what to do first. */
  void prepare(Runnable first) {
    begin();
    beginning = first;
    result = null;
    error = null;
  }

  /** Whom to tell of the end, within a turn. */
  void tell(BiConsumer<T, RuntimeException> newListener) {
    listener = newListener;
  }

  Runnable beginning() {
    return beginning;
  }

  @Override
  public void run() {
    starter.accept(this);
  }

  void end(T newResult, RuntimeException newError) {
    result = newResult;
    error = newError;
    listener.accept(newResult, newError);
    end();
  }

  /** After its end: what came of it; throws what it failed with. */
  T outcome() {
    if (error != null) {
      throw error;
    }
    return result;
  }
}
