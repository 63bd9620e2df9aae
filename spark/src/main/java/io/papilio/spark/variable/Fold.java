package io.papilio.spark.variable;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import java.io.Serializable;
import java.util.List;
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

  /** Cuts values into parts for so many threads; values of one shape are cut alike. */
  List<Range> parts(Object values, int threads);

  /** Adds a part of some values to a sum; both are the fold's own. Other parts are left alone. */
  void add(Object sum, Object values, Range part);

  /**
   * The sum over all ranks, when all parts have been added up here. This rank's own sum stays as it
   * is: it may be needed again. It is called within a turn.
   */
  CompletableFuture<Object> reduce(Sum sum, Communicator comm, Workshop workshop);

  /** Rank 0 gives its result, of this shape, to rank 1, which brings null. */
  CompletableFuture<Object> copy(Object result, String shape, Communicator pair, Workshop workshop);
}
