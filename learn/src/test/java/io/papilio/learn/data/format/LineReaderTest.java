package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.read.DataReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineReaderTest {
  private static final ReaderOptions OPTIONS = ReaderOptions.of(1);

  @TempDir Path folder;

  private static LineReader.Opening open(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return LineReader.open(new ByteArrayInputStream(bytes), name, OPTIONS).orElseThrow();
  }

  @Test
  void shouldTellFilesApartThatBeginInAnotherWay() throws IOException {
    LineReader.Opening csv = open("a.csv", "# c\ny,a,b\n1,2,3\n");
    csv.require(open("b.csv", "y,a,b\n"));
    Exception e = assertThrows(DataException.class, () -> csv.require(open("b.csv", "y,b,a\n")));
    assertEquals("b.csv: has the columns y,b,a, but a.csv has y,a,b", e.getMessage());
    e = assertThrows(DataException.class, () -> csv.require(open("b", "1 1:2\n")));
    assertEquals("b: is LIBSVM, but a.csv is CSV", e.getMessage());
    byte[] empty = "# nothing\n\n".getBytes(StandardCharsets.UTF_8);
    assertTrue(LineReader.open(new ByteArrayInputStream(empty), "e.csv", OPTIONS).isEmpty());
  }

  @Test
  void shouldRefuseFeaturesThatAreCalledOtherwise() {
    ReaderOptions learned = OPTIONS.with(Features.plain().with(Features.Naming.INDEX));
    InputStream csv = new ByteArrayInputStream("y,a\n".getBytes(StandardCharsets.UTF_8));
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> LineReader.open(csv, "a.csv", learned));
    assertTrue(e.getMessage().contains("do not go together"), e.getMessage());
    InputStream images = new ByteArrayInputStream(IdxFiles.images(1));
    e = assertThrows(DataException.class, () -> LineReader.open(images, "a", OPTIONS));
    assertEquals("a: images have no lines", e.getMessage());
  }

  /** Of text in which a slash stands for the end of a line, an underscore for a bar. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a.svm; # first/+1 1:0.5 7:2//-1 3:4 # x/+1",
        "a.vw; 1 2 'tag _ a:3 b/-1 _ c d:0.25",
        "a.csv; # first/age,label,size/33,1,2/-4.5,0,8/age,label,size/7,1,9"
      })
  void shouldReadWhatADataReaderReads(String name, String slashed) throws Exception {
    String text = slashed.replace('/', '\n').replace('_', '|') + "\n";
    Path file = folder.resolve(name);
    // a header in the middle is the beginning of another file
    Files.writeString(file, text.replaceAll("(?s)(size.*)age,label,size\n", "$1"));
    Source.Loaded expected = DataReader.read(List.of(file.toString()), OPTIONS);
    LineReader reader = new LineReader(open(name, text), OPTIONS);
    RowsBuilder rows = new RowsBuilder();
    text.lines().forEach(line -> reader.read(line, rows));
    assertEquals(expected.blocks(), List.of(rows.build()));
    assertEquals(expected.features(), reader.features());
  }

  @Test
  void shouldSayWhichLineIsBad() throws IOException {
    LineReader reader = new LineReader(open("a.svm", "+1 1:2\n"), OPTIONS);
    RowsBuilder rows = new RowsBuilder();
    reader.read("+1 1:2", rows);
    Exception error = assertThrows(DataException.class, () -> reader.read("-1 3:4 2:1", rows));
    assertTrue(error.getMessage().contains("column 8 of '-1 3:4 2:1'"), error.getMessage());
    reader.read("-1 2:3", rows);
    assertEquals(2, rows.size());
    assertEquals(2, rows.build().entries());
  }
}
