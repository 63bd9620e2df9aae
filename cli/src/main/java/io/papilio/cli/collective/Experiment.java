package io.papilio.cli.collective;

import io.papilio.learn.job.Json;
import io.papilio.runtime.communicator.Communicator;
import java.util.function.Consumer;

/**
 * What ranks measure together, be they threads or processes. It is a record, which processes are
 * told as JSON.
 *
 * @param <R> a row of what is found, a record as well
 */
interface Experiment<R> {

  /**
   * What a rank tells of it.
   *
   * @param stage what it does from now on; null if it says nothing of that
   * @param row what it has found, as JSON; null if it has found nothing
   */
  record Told(String stage, String row) {
    /** One more step is done. */
    static final Told STEP = new Told(null, null);

    static Told stage(String what) {
      return new Told(what, null);
    }

    static Told row(Object row) {
      return new Told(null, Json.encode(row));
    }
  }

  Class<R> rowType();

  /** All ranks call it together; only what rank 0 tells is heard. */
  void run(Communicator comm, Consumer<Told> telling);
}
