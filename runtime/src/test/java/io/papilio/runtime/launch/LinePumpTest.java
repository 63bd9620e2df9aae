package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LinePumpTest {
  private static final int LONGEST = LinePump.LONGEST_LINE;

  private static List<String> lines(byte[] bytes) throws InterruptedException {
    List<String> lines = new ArrayList<>();
    LinePump pump = new LinePump(new ByteArrayInputStream(bytes), lines::add, "pump");
    pump.start();
    pump.drain();
    return lines;
  }

  private static List<String> lines(String text) throws InterruptedException {
    return lines(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldFindTheLines() throws InterruptedException {
    assertEquals(List.of(), lines(""));
    assertEquals(List.of(""), lines("\n"));
    assertEquals(List.of("a", "", "b"), lines("a\n\nb\n"));
    assertEquals(List.of("a", "b", "c", "", "d"), lines("a\r\nb\rc\r\r\nd\r"));
    assertEquals(List.of("größer → \ud83e\udd8b"), lines("größer → \ud83e\udd8b\n"));
  }

  @Test
  void shouldPassOnALastLineThatDoesNotEnd() throws InterruptedException {
    assertEquals(List.of("a", "b"), lines("a\nb"));
  }

  @Test
  void shouldPassOnBytesThatAreNoText() throws InterruptedException {
    assertEquals(List.of("a\ufffdb"), lines(new byte[] {'a', (byte) 0xff, 'b', '\n'}));
  }

  @Test
  void shouldPassOnALongLineInPieces() throws InterruptedException {
    String longest = "x".repeat(LONGEST);
    assertEquals(List.of(longest, "y"), lines(longest + "\ny"));
    assertEquals(List.of(longest, "x", "y"), lines(longest + "x\ny"));
    assertEquals(List.of(longest, longest, "x"), lines(longest + longest + "x"));
  }

  @Test
  void shouldNotTearACharacterApart() throws InterruptedException {
    String almost = "x".repeat(LONGEST - 1);
    assertEquals(List.of(almost + "\ud83e\udd8b", "y"), lines(almost + "\ud83e\udd8by"));
  }

  @Test
  void shouldReadOnAfterASinkFailed() throws InterruptedException {
    InputStream stream = new ByteArrayInputStream("a\nb\n".repeat(100_000).getBytes());
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    List<Throwable> errors = new ArrayList<>();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> errors.add(error));
    try {
      LinePump pump =
          new LinePump(
              stream,
              text -> {
                throw new IllegalStateException(text);
              },
              "pump");
      pump.start();
      pump.drain();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertEquals(List.of("a"), errors.stream().map(Throwable::getMessage).toList());
    assertTrue(((ByteArrayInputStream) stream).available() == 0);
  }
}
