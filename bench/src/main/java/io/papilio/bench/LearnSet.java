package io.papilio.bench;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.LibsvmWriter;
import io.papilio.learn.data.RowWriter;
import io.papilio.learn.data.RowsCache;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.train.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Examples to learn from, in memory and in files that all contenders can read.
 *
 * @param text in LIBSVM's format
 * @param cache the same as {@link RowsCache} writes them
 */
record LearnSet(String name, Path text, Path cache, Dataset data) {
  private static final String RCV1 = "rcv1_binary_train.svm.gz";

  /** Made up, like RCV1. */
  static LearnSet generated(Path root, int rows, Path folder)
      throws IOException, InterruptedException {
    Path text = folder.resolve("generated.svm");
    Child.output(
        List.of(
            root.resolve("papilio").toString(),
            "data",
            "generate",
            "rcv1",
            "--rows",
            String.valueOf(rows),
            "--out",
            text.toString()));
    return of("generated", text, read(text));
  }

  /** RCV1 itself, of which a folder has {@code rcv1_binary_train.svm.gz}. */
  static LearnSet rcv1(Path from, Path folder) throws IOException, InterruptedException {
    List<SparseRows> blocks = rcv1Rows(from);
    Path text = folder.resolve("rcv1.svm");
    try (RowWriter writer = new LibsvmWriter(text)) {
      for (SparseRows block : blocks) {
        writer.write(block);
      }
    }
    return of("RCV1", text, blocks);
  }

  static List<SparseRows> rcv1Rows(Path from) throws InterruptedException {
    return read(from.resolve(RCV1));
  }

  private static List<SparseRows> read(Path file) throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    return DataReader.read(List.of(file.toString()), DataReader.Options.of(threads)).blocks();
  }

  private static LearnSet of(String name, Path text, List<SparseRows> blocks) throws IOException {
    Path cache = text.resolveSibling(name + ".rows");
    RowsCache.write(cache, new byte[0], blocks);
    return new LearnSet(name, text, cache, LearnTask.labelled(blocks));
  }

  /** What is in a cache. */
  static List<SparseRows> cached(Path cache) {
    try (RowsCache rows = RowsCache.open(cache)) {
      return rows.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In words. */
  static String size(Dataset data) {
    return String.format(
        Locale.ROOT,
        "%,d rows, %,d features, %,d non-zeros",
        data.rows().size(),
        data.features(),
        LearnTimer.entries(data));
  }
}
