package io.papilio.learn.data;

import io.papilio.learn.data.Source.Loaded;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.List;
import java.util.Optional;

/**
 * Lets all workers hear of it if one of them cannot read its rows: all of them throw the same
 * exception, about the first bad line of all.
 */
final class ReadTogether {
  private static final Codec<Report.InputCount> CODEC =
      new Codec<>() {
        @Override
        public byte[] encode(Report.InputCount value) {
          return Fields.bytes(out -> Fields.writeInputs(out, List.of(value)));
        }

        @Override
        public Report.InputCount decode(byte[] bytes) {
          return Fields.read(bytes, Fields::readInputs).get(0);
        }
      };

  private ReadTogether() {}

  /** What a worker does to get its rows. */
  @FunctionalInterface
  interface Reading {
    Loaded read() throws InterruptedException;
  }

  static Loaded read(Communicator comm, Reading reading) throws InterruptedException {
    Optional<Loaded> own = Optional.empty();
    Optional<Report.BadLine> failure = Optional.empty();
    try {
      own = Optional.of(reading.read());
    } catch (DataException e) {
      failure = Optional.of(e.found());
    }
    Report.InputCount mine = new Report.InputCount("", 0, 0, failure);
    Report.InputCount all = comm.allReduce(mine, CODEC, Report.InputCount::merge, "bad input");
    if (all.firstBad().isPresent()) {
      throw new DataException(all.firstBad().get());
    }
    return own.orElseThrow();
  }

  /** Each host may have files of its own: an index has to mean the same column on all of them. */
  static Loaded requireSameColumns(Communicator comm, Loaded own) {
    long columns = Columns.names(own.features().columns()).hashCode();
    long[] extremes = {columns, -columns};
    comm.allReduce(extremes, Reduction.MAX);
    if (extremes[0] != -extremes[1]) {
      List<Report.InputCount> inputs = own.report().inputs();
      throw new DataException(
          inputs.isEmpty() ? "rows" : inputs.get(0).name(),
          "other columns, or in another order, than other workers have read");
    }
    return own;
  }
}
