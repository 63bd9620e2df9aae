package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  private static byte[] bytes(String text) {
    return unescaped(text).getBytes(StandardCharsets.UTF_8);
  }

  private static String unescaped(String text) {
    return text.replace("/n", "\n").replace("/r", "\r").replace("/t", "\t");
  }

  /** Slashes in place of backslashes. The same lines count the same between others. */
  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "a, 1",
    "a/n, 1",
    "/n, 0",
    "/n/n/na, 1",
    "a/n/nb/n, 2",
    "a/n#b/n #c/n/t/n/r/n /r/nd/r/n, 2",
    "a#b/nc, 2",
    "#a/rb, 0",
    "/ra, 1",
    "#a, 0",
    "' ', 0",
    "/r, 0"
  })
  void shouldCountRows(String lines, long rows) {
    byte[] own = bytes(lines);
    assertEquals(rows, new Text(own, 0, own.length).rows());
    byte[] between = bytes("x/nx/r/n" + lines + "/nx/n");
    assertEquals(rows, new Text(between, 5, 5 + own.length).rows());
  }

  /** A carriage return belongs to the line end only if the line begins before it. */
  @ParameterizedTest
  @CsvSource({"a/r, 0, 2, 1", "a, 0, 1, 1", "a/r, 2, 2, 2", "/r, 0, 1, 0", "ab/rc, 0, 4, 4"})
  void shouldTrimCarriageReturns(String line, int from, int lineEnd, int trimmed) {
    assertEquals(trimmed, Text.trim(bytes(line), from, lineEnd));
  }

  @Test
  void shouldBeTheSameTextWhenItIsDealt() {
    Text text = new Text(bytes("a/nb"), 0, 3, 17, Text.UNKNOWN);
    assertEquals(new Text(text.bytes(), 0, 3, 17, 5), text.dealtFrom(5));
  }

  @Test
  void shouldGrowAndKeepWhatIsThere() {
    for (int length : new int[] {0, 1, 63, 64, 1000}) {
      byte[] some = new byte[length];
      Arrays.fill(some, (byte) 7);
      byte[] more = Text.grow(some);
      assertTrue(more.length >= 2 * length && more.length > length, length + " to " + more.length);
      assertArrayEquals(some, Arrays.copyOf(more, length));
    }
  }
}
