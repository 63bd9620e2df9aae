package io.papilio.learn.data;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.List;

/**
 * Where the rows of a training come from.
 *
 * <pre>
 *   source.read(0, 3)   ->   rows of worker 0  --+
 *   source.read(1, 3)   ->   rows of worker 1  --+-->   together all rows, each of them once
 *   source.read(2, 3)   ->   rows of worker 2  --+
 * </pre>
 *
 * Which worker has which row depends on the input and the number of workers alone, and not on
 * threads, hosts or whether rows come from a cache.
 */
public interface Source {
  /** What stands for the standard input where a file could be named. */
  String STANDARD_INPUT = "-";

  /**
   * Reads the rows of one of several workers, and nothing else. Workers may call it at the same
   * time. A worker may have no rows; see {@link Report#requireExamples} for the input as a whole.
   *
   * @throws DataException if a file cannot be read or a line is bad
   */
  Loaded read(int worker, int workers) throws InterruptedException;

  /**
   * Reads the rows of this worker, while the other workers of the group read theirs. An input that
   * one worker alone can read, such as the standard input, is read by worker 0 and dealt out row by
   * row. All workers call it together.
   *
   * @throws DataException on all workers if one of them cannot read its rows, or if they have read
   *     CSV files with different columns
   */
  default Loaded read(Communicator comm) throws InterruptedException {
    Loaded own = Together.get(comm, () -> read(comm.rank(), comm.size()));
    own.requireSameColumns(comm);
    return own;
  }

  static Source rows(List<? extends RowBlock> blocks) {
    return rows(blocks, Features.plain());
  }

  /** Returns rows in memory, whose features were made in this way, dealt out row by row. */
  static Source rows(List<? extends RowBlock> blocks, Features features) {
    List<RowBlock> all = List.copyOf(blocks);
    return (worker, workers) -> RowsInMemory.deal(all, features, worker, workers);
  }

  /** Returns {@code count} made-up rows, from row {@code from} of the generator on. */
  static Source generated(Generator generator, long from, int count) {
    return (worker, workers) -> RowsInMemory.generate(generator, from, count, worker, workers);
  }

  /**
   * What a worker has read.
   *
   * @param width how many features rows have, although the last of them may be zero in all rows; 0
   *     if only the rows tell
   */
  record Loaded(List<RowBlock> blocks, Report report, int width) {
    public Loaded {
      blocks = List.copyOf(blocks);
    }

    public Loaded(List<RowBlock> blocks, Report report) {
      this(blocks, report, 0);
    }

    /** Returns rows that are all good, of an input that has a name for messages alone. */
    public static Loaded of(List<? extends RowBlock> blocks, String name, Features features) {
      long rows = blocks.stream().mapToLong(RowBlock::size).sum();
      return new Loaded(
          List.copyOf(blocks), new Report(List.of(new Report.InputCount(name, rows)), features));
    }

    public long badLines() {
      return report.badLines();
    }

    public String firstBadLine() {
      return report.firstBadLine();
    }

    public Features features() {
      return report.features();
    }

    public long rows() {
      return blocks.stream().mapToLong(RowBlock::size).sum();
    }

    /** Each host may have files of its own: an index has to mean the same column on all of them. */
    private void requireSameColumns(Communicator comm) {
      long columns = Columns.names(features().columns()).hashCode();
      long[] extremes = {columns, -columns};
      comm.allReduce(extremes, Reduction.MAX);
      if (extremes[0] != -extremes[1]) {
        throw new DataException(
            report.inputs().isEmpty() ? "rows" : report.inputs().get(0).name(),
            "other columns, or in another order, than other workers have read");
      }
    }

    public long entries() {
      return blocks.stream().mapToLong(RowBlock::entries).sum();
    }
  }
}
