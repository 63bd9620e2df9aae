package io.papilio.learn.matrix;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;

/** One worker's end of an exchange: takes its factors, and steps by those of all. */
interface Exchange extends AutoCloseable {
  /** Takes a step with these factors of this worker; the first step is 1. */
  void step(long step, Factors own);

  /** Takes in what is left to come of others, after the last step. */
  default void end() {}

  @Override
  default void close() {}

  /** This worker's factors are all there is. */
  record Alone(MatrixStep matrix) implements Exchange {
    @Override
    public void step(long step, Factors own) {
      matrix.take(own, step);
      matrix.finish(step);
    }
  }

  /**
   * All-reduce of the gradient as a matrix, which all others avoid: 2 (P − 1)/P J D values by each
   * worker, or more.
   */
  record WholeMatrix(
      Communicator comm, Optional<Algorithm> algorithm, MatrixStep matrix, float[] sum)
      implements Exchange {
    @Override
    public void step(long step, Factors own) {
      matrix.updates().sum(own, sum);
      comm.allReduce(sum, Reduction.SUM, algorithm);
      matrix.take(sum, Range.of(sum.length), step);
      matrix.finish(step);
    }
  }

  /**
   * A server that is spread over the workers: gradients go to who keeps that part of W, who takes
   * the step there; then W comes back to everybody. 2 (P − 1) J D values by all together.
   */
  record Server(Communicator comm, MatrixStep matrix, float[] sum) implements Exchange {
    @Override
    public void step(long step, Factors own) {
      matrix.updates().sum(own, sum);
      comm.reduceScatter(sum, Reduction.SUM);
      Range part = comm.part(sum.length);
      Runnable before = matrix.undo(part);
      matrix.take(sum, part, step);
      matrix.regularise(step, part);
      float[] values = matrix.matrix().values();
      System.arraycopy(values, part.from(), sum, part.from(), part.length());
      try {
        comm.allGather(sum);
      } catch (RuntimeException e) { // who goes on without the lost one takes the whole step again
        before.run();
        throw e;
      }
      System.arraycopy(sum, 0, values, 0, sum.length);
      matrix.end(step);
    }
  }
}
