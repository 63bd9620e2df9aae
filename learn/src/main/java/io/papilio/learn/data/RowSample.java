package io.papilio.learn.data;

import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Picks rows at random among those of all workers: the same ones in the same order, whoever has
 * which of them.
 *
 * <pre>
 *   worker 0   rows with the smallest hashes of their bits ──┐
 *   worker 1   the same ─────────────────────────────────────┴─> the smallest of all, by hash
 * </pre>
 *
 * Equal rows have equal hashes, and for them the order does not matter.
 *
 * @param rows how many rows are enough
 * @param entries how many entries are enough, too
 */
public record RowSample(int rows, int entries) {
  private static final Comparator<Candidate> BY_HASH = Comparator.comparingLong(Candidate::hash);

  private record Candidate(long hash, SparseRows row) {}

  /** Returns the sample of the rows of all workers, who call it together; all get all of it. */
  public SparseRows of(Communicator comm, List<? extends RowBlock> own) {
    return comm.allReduce(of(own), new RowsCodec(), (a, b) -> of(List.of(a, b)), "sample");
  }

  private SparseRows of(List<? extends RowBlock> blocks) {
    PriorityQueue<Candidate> smallest = new PriorityQueue<>(BY_HASH.reversed());
    for (RowBlock some : blocks) {
      SparseRows block = some.rows();
      for (int row = 0; row < block.size(); row++) {
        long hash = block.hash(row);
        if (smallest.size() < rows) {
          smallest.add(candidate(hash, block, row));
        } else if (hash < smallest.element().hash) {
          smallest.remove();
          smallest.add(candidate(hash, block, row));
        }
      }
    }
    List<Candidate> byHash = new ArrayList<>(smallest);
    byHash.sort(BY_HASH);
    RowsBuilder picked = new RowsBuilder();
    for (Candidate one : byHash) {
      if (picked.entries() < entries) { // what is left out of a part is left out of the whole, too
        picked.addRow(one.row, 0);
      }
    }
    return picked.build();
  }

  /** Copies the row: its block may be one of more than there is memory for. */
  private static Candidate candidate(long hash, SparseRows block, int row) {
    RowsBuilder copy = new RowsBuilder();
    copy.addRow(block, row);
    return new Candidate(hash, copy.build());
  }
}
