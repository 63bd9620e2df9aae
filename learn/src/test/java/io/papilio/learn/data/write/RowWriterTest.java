package io.papilio.learn.data.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowWriterTest {
  @TempDir Path folder;

  private static SparseRows rows(boolean weighted) {
    RowsBuilder rows = new RowsBuilder();
    rows.add(2, 1);
    rows.add(5, 0.25f);
    rows.endRow(-1, 1);
    rows.endRow(1.5f, weighted ? 2.5f : 1);
    rows.add(0, -1e-10f);
    rows.endRow(3, 1);
    return rows.build();
  }

  private static String written(RowWriter writer, Path file, SparseRows... blocks)
      throws IOException {
    try (writer) {
      for (SparseRows block : blocks) {
        writer.write(block);
      }
    }
    return Files.readString(file);
  }

  @Test
  void shouldWriteLibsvm() throws IOException {
    Path file = folder.resolve("a.svm");
    assertEquals(
        "-1 3:1 6:0.25\n1.5\n3 1:-1E-10\n", written(RowWriter.libsvm(file), file, rows(false)));
  }

  @Test
  void shouldWriteVw() throws IOException {
    Path file = folder.resolve("a.vw");
    assertEquals(
        "-1 1 | 2:1 5:0.25\n1.5 2.5 |\n3 1 | 0:-1E-10\n",
        written(RowWriter.vw(file), file, rows(true)));
    assertEquals(
        "-1 1 | 2:1 5:0.25\n1.5 1 |\n3 1 | 0:-1E-10\n",
        written(RowWriter.vw(file), file, rows(false)));
  }

  @Test
  void shouldWriteCsv() throws IOException {
    Path file = folder.resolve("a.csv");
    assertEquals(
        "label,f0,f1,f2,f3,f4,f5,f6\n-1,0,0,1,0,0,0.25,0\n1.5,0,0,0,0,0,0,0\n"
            + "3,-1E-10,0,0,0,0,0,0\n",
        written(RowWriter.csv(file, 7), file, rows(false)));
  }

  @Test
  void shouldWriteSeveralBlocksAndNone() throws IOException {
    Path file = folder.resolve("a.svm");
    String once = written(RowWriter.libsvm(file), file, rows(false));
    assertEquals(once + once, written(RowWriter.libsvm(file), file, rows(false), rows(false)));
    assertEquals("", written(RowWriter.libsvm(file), file));
    assertEquals("label,f0\n", written(RowWriter.csv(file, 1), file));
  }

  @Test
  void shouldRefuseWhatAFormatCannotHold() throws IOException {
    Path file = folder.resolve("wide.csv");
    DataException tooWide =
        assertThrows(DataException.class, () -> RowWriter.csv(file, 10_001).close());
    assertEquals(
        file
            + ": csv has a column for each feature, at most 10000; there are 10001: "
            + "write libsvm or vw",
        tooWide.getMessage());
    assertFalse(Files.exists(file));
    RowWriter.csv(file, 10_000).close();
    try (RowWriter writer = RowWriter.csv(file, 5)) {
      DataException e = assertThrows(DataException.class, () -> writer.write(rows(false)));
      assertEquals(file + ": 6 features, but 5 columns", e.getMessage());
    }
    try (RowWriter csv = RowWriter.csv(file, 6);
        RowWriter libsvm = RowWriter.libsvm(folder.resolve("b"))) {
      for (RowWriter writer : List.of(csv, libsvm)) {
        DataException e = assertThrows(DataException.class, () -> writer.write(rows(true)));
        assertTrue(e.getMessage().contains("no place for the weights"), e.getMessage());
      }
    }
  }

  @Test
  void shouldPackByTheEndingOfTheName() throws IOException {
    SparseRows rows = new TopicGenerator(1).rows(0, 300);
    Path plain = folder.resolve("a.svm");
    String text = written(RowWriter.libsvm(plain), plain, rows);
    assertTrue(text.length() > 3 * (1 << 16));
    for (String ending : List.of(".gz", ".bz2", ".zst", ".GZ")) {
      Path file = folder.resolve("a.svm" + ending);
      try (RowWriter writer = RowWriter.libsvm(file)) {
        writer.write(rows);
      }
      assertTrue(Files.size(file) < text.length() * 2 / 3);
      try (InputStream in = unpacked(ending, Files.newInputStream(file))) {
        assertEquals(text, new String(in.readAllBytes(), StandardCharsets.US_ASCII));
      }
    }
  }

  private static InputStream unpacked(String ending, InputStream in) throws IOException {
    return switch (ending) {
      case ".bz2" -> new BZip2CompressorInputStream(in);
      case ".zst" -> new ZstdInputStream(in);
      default -> new GZIPInputStream(in);
    };
  }

  private String[] texts(float... numbers) throws IOException {
    Path file = folder.resolve("numbers");
    try (RowOutput out = new RowOutput(file)) {
      for (float number : numbers) {
        out.put(number);
        out.put('\n');
      }
    }
    return Files.readString(file).split("\n");
  }

  @Test
  void shouldPrintNumbersAsPeopleDo() throws IOException {
    List<String> expected =
        List.of(
            "0 -0 1 -1 10 123456792 0.1 -0.25 0.33333334 3.1415927 0.00001 0.000012345 1E-6",
            "1.234568E+9 1E+9 1E-45 3.4028235E+38 1.1754944E-38 16777216 8388607.5 0.99999994",
            "1.0000001 999999.94 1234567.1 0.3 0.7 1.1 2.0000002 0.009 0.0999 99999.99");
    for (String line : expected) {
      String[] words = line.split(" ");
      float[] numbers = new float[words.length];
      for (int i = 0; i < words.length; i++) {
        numbers[i] = Float.parseFloat(words[i]);
      }
      assertEquals(line.replace(" 1E-6", " 0.000001"), String.join(" ", texts(numbers)));
    }
    for (float number : new float[] {Float.NaN, 1 / 0f, -1 / 0f}) {
      assertThrows(IllegalArgumentException.class, () -> texts(number));
    }
  }

  @Test
  void shouldPrintTheShortestThatReadsBackToTheSameBits() throws IOException {
    SplittableRandom random = new SplittableRandom(17);
    float[] numbers = new float[60_000];
    for (int i = 0; i < numbers.length; i++) {
      do {
        numbers[i] = number(random, i);
      } while (!Float.isFinite(numbers[i]));
    }
    String[] texts = texts(numbers);
    for (int i = 0; i < numbers.length; i++) {
      float again = Float.parseFloat(texts[i]);
      assertEquals(Float.floatToRawIntBits(numbers[i]), Float.floatToRawIntBits(again), texts[i]);
      int digits = new BigDecimal(texts[i]).stripTrailingZeros().precision();
      if (digits > 1 && numbers[i] != (int) numbers[i]) {
        BigDecimal shorter = new BigDecimal(numbers[i]).round(new MathContext(digits - 1));
        assertTrue(shorter.floatValue() != numbers[i], texts[i] + " could be " + shorter);
      }
    }
  }

  @Test
  void shouldPrintSixDigitsAsTheyAreWhereFloatsAreFarApart() throws IOException {
    float[] numbers = new float[23_000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Float.parseFloat("0.000" + (977_000 + i));
    }
    String[] texts = texts(numbers);
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(("0.000" + (977_000 + i)).replaceAll("0+$", ""), texts[i]);
    }
  }

  /** What lets RowOutput read its decimals back in two steps; it takes half a minute. */
  @Test
  @Tag("full")
  void shouldHaveNoDecimalThatOnlyItsDoublePutsBetweenTwoFloats() {
    double power = 1;
    for (int decimals = 0; decimals < 15; decimals++, power *= 10) {
      for (int digits = 100_000; digits < 100_000_000; digits++) {
        double number = digits / power;
        if ((Double.doubleToRawLongBits(number) & 0x1FFF_FFFF) == 0x1000_0000
            && number > 9e-6
            && number < 1 << 23) {
          BigDecimal decimal = BigDecimal.valueOf(digits, decimals);
          assertEquals(0, decimal.compareTo(new BigDecimal(number)), decimal.toString());
        }
      }
    }
  }

  @Test
  void shouldNotCareWhereItsBufferEnds() throws IOException {
    Path file = folder.resolve("long");
    for (int before = (1 << 16) - 20; before < (1 << 16) + 2; before++) {
      String dots = ".".repeat(before);
      try (RowOutput out = new RowOutput(file)) {
        out.put(dots);
        out.put(1234567890L);
        out.put(dots);
        out.put(-0.33333334f);
        out.put(dots);
        out.put("abc");
      }
      String expected = dots + "1234567890" + dots + "-0.33333334" + dots + "abc";
      assertEquals(expected, Files.readString(file));
    }
  }

  private static float number(SplittableRandom random, int i) {
    return switch (i % 4) {
      case 0 -> Float.intBitsToFloat(random.nextInt());
      case 1 -> (float) random.nextDouble();
      case 2 -> random.nextInt(100_000_000) / (float) Math.pow(10, random.nextInt(12));
      default -> Math.scalb(random.nextInt(1 << 24), random.nextInt(44) - 43);
    };
  }
}
