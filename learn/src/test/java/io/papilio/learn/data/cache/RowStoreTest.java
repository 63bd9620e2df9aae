package io.papilio.learn.data.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowStoreTest {
  private static final List<SparseRows> ROWS =
      IntStream.range(0, 7).mapToObj(i -> new TopicGenerator(1).rows(100 * i, 100)).toList();

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();

  private List<RowBlock> store(long memory) {
    RowStore store = new RowStore(new RowStore.Room(memory, folder), notes::add);
    ROWS.forEach(store);
    return store.blocks();
  }

  @Test
  void shouldKeepInMemoryWhatFits() {
    long first = ROWS.stream().limit(3).mapToLong(RowStoreTest::bytes).sum();
    List<RowBlock> blocks = store(first);
    assertEquals(7, blocks.size());
    for (int i = 0; i < 7; i++) {
      assertEquals(ROWS.get(i), blocks.get(i).rows());
      assertEquals(i < 3, blocks.get(i) == blocks.get(i).rows());
      assertEquals(ROWS.get(i).size(), blocks.get(i).size());
      assertEquals(ROWS.get(i).entries(), blocks.get(i).entries());
      assertEquals(ROWS.get(i).features(), blocks.get(i).features());
    }
    assertEquals(1, notes.size(), notes.toString());
    assertTrue(notes.get(0).endsWith("stay on the disk and are read again in every pass"));
  }

  @Test
  void shouldKeepAllInMemoryIfItFits() {
    List<RowBlock> blocks = store(ROWS.stream().mapToLong(RowStoreTest::bytes).sum());
    for (int i = 0; i < 7; i++) {
      assertSame(ROWS.get(i), blocks.get(i));
    }
    assertEquals(List.of(), notes);
  }

  /** Whatever happens to the process, nothing is left. */
  @Test
  void shouldLeaveNoFile() throws IOException {
    List<RowBlock> blocks = store(1);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(0, files.count());
    }
    assertEquals(ROWS.get(6), blocks.get(6).rows());
  }

  /** A host need not have the folder of another. */
  @Test
  void shouldDoWithoutTheFolder() {
    RowStore store = new RowStore(new RowStore.Room(1, folder.resolve("none")), notes::add);
    store.accept(ROWS.get(0));
    assertEquals(ROWS.get(0), store.blocks().get(0).rows());
    store.blocks().get(0).close();
    assertThrows(DataException.class, () -> store.blocks().get(0).rows());
  }

  @Test
  void shouldSayThatItCannotWrite() throws IOException {
    Path full = Path.of("/proc"); // a folder in which nobody can make a file
    Assumptions.assumeTrue(Files.isDirectory(full));
    RowStore store = new RowStore(new RowStore.Room(1, full), notes::add);
    DataException e = assertThrows(DataException.class, () -> store.accept(ROWS.get(0)));
    assertTrue(e.getMessage().startsWith("/proc: the rows that do not fit"), e.getMessage());
  }

  private static long bytes(SparseRows rows) {
    return RowBlock.bytes(rows.size(), rows.entries());
  }
}
