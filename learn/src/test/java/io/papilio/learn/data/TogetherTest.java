package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.format.IdxFiles;
import io.papilio.learn.data.format.Parsing;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.read.FileSource;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TogetherTest {
  private static final ReaderOptions OPTIONS = ReaderOptions.of(2);
  private static final Source STANDARD_INPUT = new FileSource(List.of("-"), OPTIONS, Loading.QUIET);

  private final InputStream before = System.in;
  @TempDir Path folder;

  @AfterEach
  void restore() {
    System.setIn(before);
  }

  private static void input(String text) {
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The rows of each worker, in their order, or the same exception on all of them. */
  private static List<String> read(Source source, int workers) {
    ConcurrentHashMap<Integer, String> rows = new ConcurrentHashMap<>();
    LocalCluster.run(
        workers,
        comm -> {
          try {
            Loaded loaded = source.read(comm);
            String text =
                Blocks.rows(loaded).stream()
                    .filter(block -> block.size() > 0)
                    .map(Parsing::describe)
                    .collect(Collectors.joining("; "));
            rows.put(comm.rank(), text);
          } catch (DataException e) {
            rows.put(comm.rank(), e.getMessage());
          }
          comm.barrier(); // all of them can go on
        });
    return rows.keySet().stream().sorted().map(rows::get).toList();
  }

  /** What a worker refuses after it has read its rows, or before. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8})
  void shouldTellAllWorkersWhatOneRefuses(int workers) {
    Set<RuntimeException> heard = ConcurrentHashMap.newKeySet();
    LocalCluster.run(
        workers,
        comm -> {
          assertEquals(comm.rank(), Together.get(comm, comm::rank));
          for (RuntimeException reason :
              List.of(new IllegalArgumentException("why"), new DataException("file", "why"))) {
            RuntimeException refused =
                assertThrows(
                    reason.getClass(),
                    () -> Together.get(comm, () -> refuse(comm.rank() == workers - 1, reason)));
            assertEquals(reason.getMessage(), refused.getMessage());
            heard.add(refused);
          }
          assertEquals(comm.rank(), Together.get(comm, comm::rank)); // the group is as good
        });
    assertEquals(2 * workers, heard.size());
  }

  private static int refuse(boolean refuses, RuntimeException reason) {
    if (refuses) {
      throw reason;
    }
    return 0;
  }

  /** All refuse, each for a reason of its own: all hear of the same, the first. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void shouldAgreeOnOneReason(int workers) {
    LocalCluster.run(
        workers,
        comm -> {
          int line = 100 - comm.rank();
          DataException refused =
              assertThrows(
                  DataException.class,
                  () ->
                      Together.get(comm, () -> refuse(true, new DataException("f", line, 1, ""))));
          assertEquals("f, line %d, column 1: ".formatted(101 - workers), refused.getMessage());
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void shouldDealOutTheStandardInput(int workers) {
    int count = 30_001;
    StringBuilder text = new StringBuilder("# some\n");
    List<StringJoiner> expected =
        Stream.generate(() -> new StringJoiner("; ")).limit(workers).toList();
    String padding = "0".repeat(200); // for several blocks
    for (int row = 0; row < count; row++) {
      text.append("%d 1:%d.%s 3:5\n\n".formatted(row % 2, row, padding));
      expected.get(row % workers).add("%d 0:%d 2:5".formatted(row % 2, row));
    }
    input(text.toString());
    assertEquals(
        expected.stream().map(StringJoiner::toString).toList(), read(STANDARD_INPUT, workers));
  }

  /** Each row is a block of its own, in which most workers have none. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void shouldDealOutRowsThatAreLargerThanABlock(int workers) {
    String comment = "#".repeat(5 << 20);
    StringBuilder text = new StringBuilder();
    List<StringJoiner> expected =
        Stream.generate(() -> new StringJoiner("; ")).limit(workers).toList();
    for (int row = 0; row < 7; row++) {
      text.append("1 1:%d ".formatted(row)).append(comment).append('\n');
      expected.get(row % workers).add("1 0:%d".formatted(row));
    }
    input(text.toString());
    assertEquals(
        expected.stream().map(StringJoiner::toString).toList(), read(STANDARD_INPUT, workers));
  }

  @Test
  void shouldTellAllWorkersTheColumnsOfAStream() {
    input("a,y,b\n1,2,3\n4,5,6\n7,8,9\n");
    LocalCluster.run(
        2,
        comm -> {
          Loaded loaded = STANDARD_INPUT.read(comm);
          Columns columns = new Columns("y", List.of("a", "b"));
          assertEquals(Optional.of(columns), loaded.features().columns());
          Census all = Census.agree(comm, Census.of(loaded, 9));
          assertEquals(3, all.rows());
          assertEquals(3, all.inputs().get(0).rows());
          assertEquals(List.of(2f, 5f, 8f), all.labels().listed());
        });
  }

  @Test
  void shouldTellAllWorkersHowNamesWereHashed() {
    input("1 | sun\n-1 | rain\n");
    LocalCluster.run(
        2,
        comm -> {
          Features features = STANDARD_INPUT.read(comm).features();
          assertEquals(Features.hashed(18).with(Features.Naming.TEXT), features);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldTellAllWorkersWhatIsWrongWithAStream(int workers) {
    input("1 1:1\n1 1:1\n1 1:x\n");
    String problem = "standard input, line 3, column 5: not a number: 'x'";
    assertEquals(List.of(problem), read(STANDARD_INPUT, workers).stream().distinct().toList());
    input("\n");
    assertEquals(List.of(""), read(STANDARD_INPUT, workers).stream().distinct().toList());
  }

  /** Two workers find one each; all hear of the first. */
  @Test
  void shouldTellAllWorkersOfTheFirstBadLine() throws Exception {
    Path file = Files.writeString(folder.resolve("bad.svm"), "1 1:1\n1\n1 2:z\n1 3:y\n1 1:1\n");
    List<String> said = read(new FileSource(List.of(file.toString()), OPTIONS, Loading.QUIET), 3);
    String problem = file + ", line 3, column 5: not a number: 'z'";
    assertEquals(List.of(problem, problem, problem), said);
    Path none = folder.resolve("none.svm");
    said = read(new FileSource(List.of(none.toString()), OPTIONS, Loading.QUIET), 2);
    assertTrue(said.get(0).startsWith(none + ": "), said.get(0));
    assertEquals(said.get(0), said.get(1));
  }

  /** As on hosts that have files of their own. */
  @Test
  void shouldNotMixUpColumns() throws Exception {
    List<Source> parts = new ArrayList<>();
    for (String text : List.of("a,y,b\n1,2,3\n", "a,y,b\n4,5,6\n", "b,y,a\n7,8,9\n")) {
      Path file = Files.writeString(folder.resolve(parts.size() + ".csv"), text);
      parts.add(new FileSource(List.of(file.toString()), OPTIONS, Loading.QUIET));
    }
    Source own = (worker, workers) -> parts.get(worker).read(0, 1);
    assertEquals(List.of("2 0:1 1:3", "5 0:4 1:6"), read(own, 2));
    List<String> said = read(own, 3);
    String problem = ": other columns, or in another order, than other workers have read";
    assertEquals(3, said.stream().filter(text -> text.endsWith(".csv" + problem)).count());
  }

  @Test
  void shouldAdviseSeveralFilesInPlaceOfALargeOne() throws Exception {
    byte[] bytes = new byte[3 << 20];
    new Random(1).nextBytes(bytes);
    StringBuilder text = new StringBuilder("1 # ");
    for (byte each : bytes) {
      text.append((char) (' ' + (each & 63)));
    }
    byte[] zipped = IdxFiles.zipped(text.toString().getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("large.svm.gz"), zipped);
    Source source = new FileSource(List.of(file.toString()), OPTIONS, Loading.QUIET);
    assertEquals("", source.read(0, 1).report().advice());
    assertEquals(
        file + " is decoded by each of the 2 workers: 2 files or more are read faster",
        source.read(1, 2).report().advice());
    assertEquals("", source.read(1, 3).report().advice());
  }

  @Test
  void shouldShowNoControlCharactersAndNoEndlessText() throws Exception {
    String word = "x\u0007\u001b[31m\u0000\u202e\ufffd" + "y".repeat(5000) + "\u0001z";
    Path file = Files.writeString(folder.resolve("a.svm"), "1 1:" + word + "\n");
    Source source = new FileSource(List.of(file.toString()), OPTIONS, Loading.QUIET);
    String message = assertThrows(DataException.class, () -> source.read(0, 1)).getMessage();
    assertTrue(message.contains("'x\\u0007\\u001b[31m\\u0000\\u202e\ufffdyyy"), message);
    assertTrue(message.endsWith("yyy\\u0001z'"), message);
    assertTrue(message.contains("yyy ... yyy"), message);
    assertTrue(message.length() < 500 + file.toString().length(), message);
    DataException bell = new DataException("a\u0007", 1, 1, "b\n");
    assertEquals("a\\u0007, line 1, column 1: b\\u000a", bell.getMessage());
  }
}
