package io.papilio.runtime.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.OpenFiles;
import io.papilio.runtime.transport.frame.Collector;
import io.papilio.runtime.transport.frame.Frame;
import io.papilio.runtime.transport.frame.Outbox;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two ends of a pipe through shared memory, in one process. */
@Timeout(60)
class ShmPipeTest {
  private static final int[] LENGTHS = {0, 1, 17, 4096, 65_537, Frame.MAX_PAYLOAD};

  @TempDir private Path path;
  private ShmFolder folder;
  private ShmPipe one;
  private ShmPipe other;
  private final List<Message> written = new ArrayList<>();
  private final Outbox outbox = new Outbox(1, Lane.DATA, null, written::add);

  @BeforeEach
  void open() throws IOException {
    folder = new ShmFolder(path);
    try (ShmPipe.Offer offer = new ShmPipe.Offer(folder)) {
      other = ShmPipe.accept(folder, offer.name());
      one = offer.taken();
    }
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  private void add(int bytes, long number) {
    outbox.add(Collector.message(ElementType.BYTE, bytes, number));
  }

  @Test
  void shouldMoveFramesOfAllSizesBothWays() throws IOException {
    assertEquals(List.of(), files(), "both have it mapped");
    SplittableRandom random = new SplittableRandom(3);
    for (ShmPipe writer : List.of(one, other)) {
      ShmPipe reader = writer == one ? other : one;
      Collector sink = new Collector(true);
      int count = 300;
      for (int i = 0; i < count; i++) {
        ElementType type = ElementType.values()[i % 5];
        int bytes = LENGTHS[random.nextInt(LENGTHS.length)];
        outbox.add(Collector.message(type, bytes / type.bytes(), i));
      }
      while (sink.messages().size() < count) {
        writer.write(outbox, 0);
        reader.read(sink);
      }
      assertEquals(upTo(count), sink.numbers());
      assertEquals(count, written.size());
      written.clear();
      assertFalse(reader.isReady());
      assertTrue(writer.isFlushed());
    }
  }

  @Test
  void shouldLeaveNothingIfAnOfferIsDeclined() throws Exception {
    OpenFiles.assertNoneLeft(
        () -> {
          ShmPipe.Offer offer = new ShmPipe.Offer(folder);
          assertEquals(2, files().size());
          String message = assertThrows(IOException.class, offer::taken).getMessage();
          assertTrue(message.contains("not the bell"), message);
          offer.close();
          assertThrows(IOException.class, () -> ShmPipe.accept(folder, offer.name()));
        });
    assertEquals(List.of(), files());
  }

  @Test
  void shouldLeaveNothingIfAnOfferIsTaken() throws Exception {
    OpenFiles.assertNoneLeft(
        () -> {
          close();
          open();
        });
    assertEquals(List.of(), files());
  }

  /** A bell is a socket, and its path must not be long. */
  @Test
  void shouldLeaveNothingIfItCannotOffer() throws Exception {
    Path deep = Files.createDirectories(path.resolve("a".repeat(120)));
    ShmFolder far = new ShmFolder(deep);
    OpenFiles.assertNoneLeft(() -> assertThrows(IOException.class, () -> new ShmPipe.Offer(far)));
    try (Stream<Path> files = Files.list(deep)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void shouldLetNobodyElseIn() throws IOException {
    try (ShmPipe.Offer offer = new ShmPipe.Offer(folder)) {
      assertTrue(files().contains(offer.name()));
      for (String file : files()) {
        assertEquals(
            "rw-------",
            PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve(file))),
            file);
      }
    }
  }

  /** What was written before the end is still good. */
  @Test
  void shouldReadToTheEndAfterThePeerIsGone() throws IOException {
    int count = 200;
    for (int i = 0; i < count; i++) {
      add(100, i);
    }
    one.write(outbox, 0);
    one.close();
    Collector sink = new Collector(true);
    while (sink.messages().size() < count) {
      other.selected();
      assertTrue(other.read(sink));
    }
    other.selected();
    assertThrows(EOFException.class, () -> other.read(sink));
    assertEquals(upTo(count), sink.numbers());
  }

  @Test
  void shouldBeWokenForFramesAndForRoom() throws IOException {
    try (Selector selector = Selector.open()) {
      SelectionKey reading = other.bell().register(selector, other.interest());
      SelectionKey writing = one.bell().register(selector, one.interest());
      Collector sink = new Collector(false);
      assertFalse(one.read(sink));
      assertTrue(other.sleep());
      for (int i = 0; i < 5; i++) {
        add(Frame.MAX_PAYLOAD, i);
      }
      assertTrue(one.write(outbox, 0));
      selector.select(10_000);
      assertEquals(List.of(reading), List.copyOf(selector.selectedKeys()));
      other.selected();
      other.awake();
      assertTrue(other.read(sink));
      assertEquals(upTo(3), sink.numbers(), "as many as fit");
      assertTrue(one.sleep(), "no room for more");
      selector.selectedKeys().clear();
      selector.selectNow();
      assertTrue(selector.selectedKeys().isEmpty(), "and none until one is released");
      sink.messages().get(0).release();
      selector.select(10_000);
      assertEquals(List.of(writing), List.copyOf(selector.selectedKeys()));
      one.selected();
      assertTrue(one.write(outbox, 0));
    }
  }

  @Test
  void shouldNotSleepOverWhatIsThere() throws IOException {
    assertTrue(other.sleep());
    other.awake();
    add(10, 0);
    one.write(outbox, 0);
    assertTrue(other.isReady());
    assertFalse(other.sleep());
  }

  @Test
  void shouldHoldNothingForMessagesWithoutAPayload() throws IOException {
    Collector sink = new Collector(false);
    int count = 3 * (1 << 20) / Frame.HEADER;
    for (int i = 0; i < count; i++) {
      add(0, i);
    }
    while (sink.messages().size() < count) {
      assertTrue(one.write(outbox, 0) | other.read(sink), "stuck");
    }
    assertEquals(upTo(count), sink.numbers());
  }

  /** Bytes that no pipe writes, in the memory that both share. */
  @Test
  void shouldRefuseFramesThatAreNone() throws IOException {
    int[][] words = {{0, 7}, {0, -8}, {0, 1 << 30}, {0, 1 << 18}, {44, 1 << 30}, {44, -1}, {4, -1}};
    for (int[] word : words) {
      try (ShmPipe.Offer offer = new ShmPipe.Offer(folder)) {
        int bytes = (int) Files.size(path.resolve(offer.name()));
        ByteBuffer memory = folder.open(offer.name(), bytes).bytes();
        try (ShmPipe reader = ShmPipe.accept(folder, offer.name());
            ShmPipe writer = offer.taken()) {
          add(16, 3);
          writer.write(outbox, 0);
          memory.putInt(Ring.HEADER + word[0], word[1]);
          Collector sink = new Collector(false);
          assertThrows(ProtocolException.class, () -> reader.read(sink), "%d".formatted(word[1]));
          assertEquals(0, sink.messages().size());
        }
      }
    }
  }

  /** Releases by another thread, while this one goes on. */
  @Test
  void shouldTakeReleasesFromAnyThread() throws Exception {
    Collector sink = new Collector(false);
    int count = 400;
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < count; i++) {
      add(1 + random.nextInt(50_000), i);
    }
    int seen = 0;
    while (seen < count) {
      one.write(outbox, 0);
      other.read(sink);
      List<Message> fresh = List.copyOf(sink.messages().subList(seen, sink.messages().size()));
      seen += fresh.size();
      Thread releaser =
          new Thread(
              () -> {
                for (int i = fresh.size() - 1; i >= 0; i--) {
                  if (Collector.isWhole(fresh.get(i))) {
                    fresh.get(i).release();
                  }
                }
              });
      releaser.start();
      one.write(outbox, 0);
      other.read(sink);
      releaser.join();
    }
    assertEquals(upTo(count), sink.numbers());
  }
}
