package io.papilio.lab.experiment;

import io.papilio.runtime.communicator.Communicator;
import java.util.List;

/**
 * What ranks measure together, on threads or processes. It is a record, which processes are told as
 * JSON.
 *
 * @param <R> a row of what is found, a record as well
 */
public interface Experiment<R> {
  /** Returns the type of the rows. */
  Class<R> rowType();

  /**
   * Does what one rank has to do; all ranks call it together.
   *
   * @param listener hears of progress on rank 0, and nothing on others
   * @return what was found; only that of rank 0 is used
   */
  List<R> run(Communicator comm, ExperimentListener listener);
}
