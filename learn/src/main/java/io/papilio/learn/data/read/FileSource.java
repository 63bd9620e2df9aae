package io.papilio.learn.data.read;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Fields;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowCutter;
import io.papilio.learn.data.RowKeeper;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.RowsCodec;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.Together;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of files, folders and globs, or of streams, which one worker alone can read.
 *
 * <p>A stream is read by worker 0, which sends row r to worker r mod N and holds a few blocks at a
 * time beside its own rows:
 *
 * <pre>
 *   stream ->  block | block ...  ->  worker 0 keeps rows 0 N 2N ...
 *                                 ->  worker 1 is sent rows 1 N+1 2N+1 ... of each block
 * </pre>
 *
 * What was read of which input is in its report alone; the others' counts are 0.
 */
public record FileSource(
    List<String> inputs, ReaderOptions options, Supplier<RowKeeper> keepers, Loading loading)
    implements Source {
  private static final Codec<SparseRows> ROWS = new RowsCodec();
  private static final Codec<Features> FEATURES =
      Fields.codec(Fields::writeFeatures, Fields::readFeatures);
  private static final SparseRows END = new RowsBuilder().build();

  public FileSource {
    inputs = List.copyOf(inputs);
  }

  /** Creates a source that keeps all rows in memory. */
  public FileSource(List<String> inputs, ReaderOptions options, Loading loading) {
    this(inputs, options, RowKeeper::inMemory, loading);
  }

  @Override
  public Loaded read(int worker, int workers) throws InterruptedException {
    RowKeeper keeper = keepers.get();
    RowCutter cutter = new RowCutter(keeper);
    try {
      Report report = DataReader.read(inputs, options, worker, workers, sink(cutter));
      cutter.end();
      return new Loaded(keeper.blocks(), report);
    } catch (DataException e) {
      if (Thread.interrupted()) { // which closes a file that rows are written to
        throw new InterruptedException("while reading");
      }
      throw e;
    }
  }

  private Consumer<SparseRows> sink(Consumer<SparseRows> cutter) {
    return rows -> {
      cutter.accept(rows);
      loading.onBlock();
    };
  }

  @Override
  public Loaded read(Communicator comm) throws InterruptedException {
    // A pipe of one host is not seen by another.
    long streams = comm.allReduce(hasStreams() ? 1 : 0, Reduction.MAX);
    return streams == 1 && comm.size() > 1 ? readDealt(comm) : Source.super.read(comm);
  }

  private boolean hasStreams() {
    try {
      return Inputs.sources(inputs).stream().anyMatch(input -> !input.isRegular());
    } catch (DataException e) {
      return false; // whoever reads it finds out
    }
  }

  private Loaded readDealt(Communicator comm) throws InterruptedException {
    Loaded loaded = Together.get(comm, () -> comm.rank() == 0 ? deal(comm) : receive(comm));
    Features features = comm.broadcast(loaded.features(), FEATURES, 0); // others have read no head
    Report report = loaded.report().with(features);
    return new Loaded(loaded.blocks(), report);
  }

  private Loaded receive(Communicator comm) {
    RowKeeper keeper = keepers.get();
    RowCutter cutter = new RowCutter(keeper);
    try (Communicator pair = comm.subGroup(0, comm.rank())) {
      SparseRows rows = pair.broadcast(END, ROWS, 0);
      DataException problem = null;
      while (rows.size() > 0) {
        try {
          sink(problem == null ? cutter : gone -> {}).accept(rows);
        } catch (DataException e) {
          problem = e; // not before all are sent: who sends would take this worker for lost
        }
        rows = pair.broadcast(END, ROWS, 0);
      }
      if (problem != null) {
        throw problem;
      }
    }
    Stream<Report.InputCount> none = inputs.stream().map(name -> new Report.InputCount(name, 0));
    cutter.end();
    return new Loaded(keeper.blocks(), new Report(none.toList(), options.features()));
  }

  /** If the stream is bad, the others hear that there is no more of it. */
  private Loaded deal(Communicator comm) throws InterruptedException {
    RowKeeper keeper = keepers.get();
    RowCutter cutter = new RowCutter(keeper);
    List<Communicator> pairs =
        IntStream.range(1, comm.size()).mapToObj(worker -> comm.subGroup(0, worker)).toList();
    RowsBuilder[] hands = new RowsBuilder[comm.size()];
    IntStream.range(0, hands.length).forEach(worker -> hands[worker] = new RowsBuilder());
    long[] next = {0};
    try {
      Report report =
          DataReader.ofSmallBlocks(options).stream(
              inputs,
              rows -> {
                loading.onBlock();
                for (int row = 0; row < rows.size(); row++) {
                  hands[(int) (next[0]++ % hands.length)].addRow(rows, row);
                }
                for (int worker = 0; worker < hands.length; worker++) {
                  if (worker == 0) {
                    cutter.accept(hands[worker].build());
                  } else if (hands[worker].size() > 0) {
                    pairs.get(worker - 1).broadcast(hands[worker].build(), ROWS, 0);
                  }
                }
              });
      cutter.end();
      return new Loaded(keeper.blocks(), report);
    } finally {
      for (Communicator pair : pairs) {
        pair.broadcast(END, ROWS, 0);
        pair.close();
      }
    }
  }
}
