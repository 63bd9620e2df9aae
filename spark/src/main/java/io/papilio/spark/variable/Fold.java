package io.papilio.spark.variable;

import io.papilio.runtime.communicator.Communicator;
import java.io.Serializable;
import java.util.concurrent.CompletableFuture;

/**
 * How the values of a variable are combined: within a process, one after the other, and then among
 * processes. It holds no values itself.
 */
public interface Fold extends Serializable {
  /** What a task commits, as values to be combined. */
  default Object open(Object vector) {
    return vector;
  }

  /** A result, as tasks get it. */
  default Object wrap(Object result) {
    return result;
  }

  /** What these values are like, in words; those of one variable must all be alike. */
  String shape(Object values);

  /** Values and a sum, or null, become the next sum; both are the fold's own from now on. */
  Object add(Object sum, Object values);

  /** The sum over all ranks. This rank's own stays as it is: it may be needed again. */
  CompletableFuture<Object> reduce(Object sum, Communicator comm, Workshop workshop);

  /** Rank 0 gives its result, of this shape, to rank 1, which brings null. */
  CompletableFuture<Object> copy(Object result, String shape, Communicator pair, Workshop workshop);
}
