package io.papilio.learn.data;

import io.papilio.learn.data.Source.Loaded;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of a stream, such as the standard input: worker 0 reads it, and sends row r to worker r mod
 * N.
 *
 * <pre>
 *   stream ->  block | block ...  ->  worker 0 keeps rows 0 N 2N ...
 *                                 ->  worker 1 is sent rows 1 N+1 2N+1 ... of each block
 * </pre>
 *
 * Worker 0 holds a few blocks at a time beside its own rows. What was read of which input is in its
 * report alone; the others' counts are 0.
 */
final class DealtRows {
  private static final Codec<SparseRows> ROWS = new RowsCodec();
  private static final Codec<Features> FEATURES =
      Fields.codec(Fields::writeFeatures, Fields::readFeatures);
  private static final SparseRows END = new RowsBuilder().build();

  private DealtRows() {}

  static Loaded read(Communicator comm, FileSource source) throws InterruptedException {
    Loaded loaded =
        Together.get(comm, () -> comm.rank() == 0 ? deal(comm, source) : receive(comm, source));
    Features features = comm.broadcast(loaded.features(), FEATURES, 0); // others have read no head
    Report report = loaded.report().with(features);
    return new Loaded(loaded.blocks(), report);
  }

  private static Loaded receive(Communicator comm, FileSource source) {
    List<SparseRows> own = new ArrayList<>();
    try (Communicator pair = comm.subGroup(0, comm.rank())) {
      SparseRows rows = pair.broadcast(END, ROWS, 0);
      while (rows.size() > 0) {
        own.add(rows);
        source.loading().onBlock();
        rows = pair.broadcast(END, ROWS, 0);
      }
    }
    Stream<Report.InputCount> none =
        source.inputs().stream().map(name -> new Report.InputCount(name, 0));
    return new Loaded(own, new Report(none.toList(), source.options().features()));
  }

  /** If the stream is bad, the others hear that there is no more of it. */
  private static Loaded deal(Communicator comm, FileSource source) throws InterruptedException {
    List<SparseRows> own = new ArrayList<>();
    List<Communicator> pairs =
        IntStream.range(1, comm.size()).mapToObj(worker -> comm.subGroup(0, worker)).toList();
    RowsBuilder[] hands = new RowsBuilder[comm.size()];
    IntStream.range(0, hands.length).forEach(worker -> hands[worker] = new RowsBuilder());
    long[] next = {0};
    try {
      Report report =
          DataReader.ofSmallBlocks(source.options()).stream(
              source.inputs(),
              rows -> {
                source.loading().onBlock();
                for (int row = 0; row < rows.size(); row++) {
                  hands[(int) (next[0]++ % hands.length)].addRow(rows, row);
                }
                for (int worker = 0; worker < hands.length; worker++) {
                  if (worker == 0) {
                    own.add(hands[worker].build());
                  } else if (hands[worker].size() > 0) {
                    pairs.get(worker - 1).broadcast(hands[worker].build(), ROWS, 0);
                  }
                }
              });
      return new Loaded(own, report);
    } finally {
      for (Communicator pair : pairs) {
        pair.broadcast(END, ROWS, 0);
        pair.close();
      }
    }
  }
}
