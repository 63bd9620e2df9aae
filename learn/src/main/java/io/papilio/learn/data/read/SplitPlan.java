package io.papilio.learn.data.read;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides which worker reads which part of the input. It is a pure rule of the files, their sizes
 * and the number of workers, so all workers find the same plan without asking each other.
 *
 * <pre>
 *   a.svm      | 0 | 1 | 2 | 3 | 4 |    lines of a plain file: splits of one size;
 *   b.svm      | 5 | 6 |                split k belongs to worker k mod N, counted over all files
 *   c.svm.gz   |     7     |            a compressed file is one split if there are N of them,
 *   d.svm.gz   | r | r | r | r |        else row r of all such files belongs to worker r mod N
 * </pre>
 *
 * Files are often sorted, so splits are small, and a small input is dealt out row by row.
 */
final class SplitPlan {
  private static final int SPLITS_PER_WORKER = 64;
  private static final long LEAST_BYTES = 16 << 10; // below, looking for line starts would cost
  private static final long MOST_BYTES = 32 << 20;

  /** An input of fewer bytes per worker is dealt out row by row. */
  static final long SMALL_BYTES = 1 << 20;

  private SplitPlan() {}

  /**
   * What the plan needs to know of a file.
   *
   * @param hasLines whether reading may begin in the middle: a plain file of lines
   */
  record File(long bytes, boolean hasLines) {}

  /**
   * A part of a file.
   *
   * @param to the end of the byte range; the range of a file that cannot be cut is all of it
   * @param owner the worker that reads it; {@link #EVERYBODY} if each worker keeps the rows whose
   *     turn it is
   */
  record Piece(int file, long from, long to, int owner) {
    static final int EVERYBODY = -1;

    boolean isDealt() {
      return owner == EVERYBODY;
    }
  }

  static List<Piece> of(List<File> files, int workers) {
    long bytes = files.stream().mapToLong(File::bytes).sum();
    long whole = files.stream().filter(file -> !file.hasLines).count();
    boolean isSmall = workers > 1 && bytes < SMALL_BYTES * workers;
    long wanted = bytes / (SPLITS_PER_WORKER * (long) workers);
    long size = Math.max(LEAST_BYTES, Math.min(wanted, MOST_BYTES));
    List<Piece> pieces = new ArrayList<>();
    int splits = 0;
    for (int i = 0; i < files.size(); i++) {
      File file = files.get(i);
      if (isSmall || !file.hasLines && workers > 1 && whole < workers) {
        pieces.add(new Piece(i, 0, file.bytes, Piece.EVERYBODY));
      } else if (!file.hasLines || workers == 1) {
        pieces.add(new Piece(i, 0, file.bytes, splits++ % workers));
      } else {
        for (long at = 0; at < file.bytes; at += size) {
          pieces.add(new Piece(i, at, Math.min(at + size, file.bytes), splits++ % workers));
        }
      }
    }
    return pieces;
  }
}
