package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Parses single lines, in the middle of other bytes, as they lie in a buffer. */
public final class Parsing {
  private static final String BEFORE = "9 9:9|9,9\n";

  /** What may follow a line, which must never matter; nothing if the array ends with the line. */
  private static final String[] AFTER = {
    "", "\n8,8|8:8", "7", "77777777777", ":7", ".7", "e7", "\"", " ", "#", ",", "|", "'", "-7", "x"
  };

  private Parsing() {}

  public static RowParser libsvm() {
    return new LibsvmParser(Features.plain(), true);
  }

  public static SparseRows row(RowParser parser, String line) throws BadLineException {
    return rows(parser, line);
  }

  /** The rows of some lines, the same whatever follows each line. */
  public static SparseRows rows(RowParser parser, String... lines) throws BadLineException {
    SparseRows rows = rowsBefore(AFTER[0], parser, lines);
    for (String after : AFTER) {
      assertEquals(rows, rowsBefore(after, parser, lines), () -> "before '" + after + "'");
    }
    return rows;
  }

  private static SparseRows rowsBefore(String after, RowParser parser, String... lines)
      throws BadLineException {
    RowsBuilder rows = new RowsBuilder();
    for (String line : lines) {
      byte[] bytes = (BEFORE + line + after).getBytes(StandardCharsets.UTF_8);
      parser.parse(bytes, BEFORE.length(), bytes.length - after.length(), rows);
    }
    return rows.build();
  }

  /** What is wrong with a line: its column and why, the same whatever follows the line. */
  public static String problem(RowParser parser, String line) {
    Set<String> problems =
        Arrays.stream(AFTER)
            .map(after -> problemBefore(after, parser, line))
            .collect(Collectors.toSet());
    assertEquals(1, problems.size(), problems.toString());
    return problems.iterator().next();
  }

  private static String problemBefore(String after, RowParser parser, String line) {
    try {
      return "nothing, it gives " + describe(rowsBefore(after, parser, line));
    } catch (BadLineException e) {
      return e.column() + ": " + e.getMessage();
    }
  }

  /** Labels, weights unless they are 1, and entries. */
  public static String describe(SparseRows rows) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows.size(); row++) {
      text.append(row == 0 ? "" : "; ").append(number(rows.label(row)));
      if (rows.weight(row) != 1) {
        text.append('*').append(number(rows.weight(row)));
      }
      for (int i = rows.start(row); i < rows.end(row); i++) {
        text.append(' ').append(rows.indices()[i]).append(':').append(number(rows.values()[i]));
      }
    }
    return text.toString();
  }

  private static String number(float value) {
    return value == (int) value ? Integer.toString((int) value) : Float.toString(value);
  }
}
