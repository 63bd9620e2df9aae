package io.papilio.learn.data.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only one worker can read: row r of it belongs to worker r mod N. */
@Timeout(60)
class DealtRowsTest {
  private static final int MOST_WORKERS = 13;
  private static final int ROWS = 500;
  private static final String TEXT =
      IntStream.range(0, ROWS)
          .mapToObj(row -> row + " 1:1\n" + "\n# c\n".repeat(row % 2))
          .collect(Collectors.joining());

  /** Who prepares a stream for the workers, and later whoever wrote it. */
  private interface Stream {
    CompletableFuture<?> open() throws Exception;
  }

  private static void shouldBeDealtOut(String input, Stream stream) throws Exception {
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      CompletableFuture<?> writer = stream.open();
      Map<Integer, List<Integer>> read = new ConcurrentHashMap<>();
      Source source = new FileSource(List.of(input), ReaderOptions.of(2), Loading.QUIET);
      LocalCluster.run(workers, comm -> read.put(comm.rank(), labels(source.read(comm))));
      writer.join();
      int all = workers;
      for (int worker = 0; worker < workers; worker++) {
        int rank = worker;
        List<Integer> expected =
            IntStream.range(0, ROWS).filter(row -> row % all == rank).boxed().toList();
        assertEquals(expected, read.get(worker), worker + " of " + workers);
      }
    }
  }

  private static List<Integer> labels(Source.Loaded loaded) {
    List<Integer> labels = new ArrayList<>();
    for (SparseRows block : Blocks.rows(loaded)) {
      IntStream.range(0, block.size()).map(row -> (int) block.label(row)).forEach(labels::add);
    }
    return labels;
  }

  @Test
  void shouldDealOutStandardInput() throws Exception {
    InputStream before = System.in;
    try {
      shouldBeDealtOut(
          "-",
          () -> {
            System.setIn(new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.UTF_8)));
            return CompletableFuture.completedFuture(null);
          });
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldDealOutAPipe(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    shouldBeDealtOut(
        pipe.toString(),
        () ->
            CompletableFuture.runAsync(
                () -> {
                  try {
                    Files.writeString(pipe, TEXT);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }
}
