package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
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

  /** What a process started may live on, and print. */
  @Test
  void shouldNotWaitForAStreamThatIsNeverSilent() throws InterruptedException {
    List<String> lines = new CopyOnWriteArrayList<>();
    LinePump pump = new LinePump(new Chatter(), lines::add, "pump");
    pump.start();
    long start = System.nanoTime();
    pump.drain();
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis >= 4_000 && millis < 20_000, millis + " ms");
    int before = lines.size();
    while (lines.size() < before + 3) {
      Thread.onSpinWait(); // whoever prints is not kept from it
    }
  }

  /** A line every now and then, for ever. */
  private static final class Chatter extends InputStream {
    @Override
    public int read() {
      LockSupport.parkNanos(20_000_000L);
      return '\n';
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      target[offset] = (byte) read();
      return 1;
    }
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
