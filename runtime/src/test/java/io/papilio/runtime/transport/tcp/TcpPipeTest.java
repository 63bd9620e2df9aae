package io.papilio.runtime.transport.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.frame.Collector;
import io.papilio.runtime.transport.frame.Frame;
import io.papilio.runtime.transport.frame.Outbox;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames over a stream that is cut anywhere, and a receiver that takes its time. */
@Timeout(60)
class TcpPipeTest {
  private static final int PAGE = 1 << 19;
  private static final int MOST_PAGES = 4;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private static List<Message> messages(int count, IntSupplier lengths) {
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ElementType type = ElementType.values()[i % 5];
      messages.add(Collector.message(type, lengths.getAsInt() / type.bytes(), i));
    }
    return messages;
  }

  private static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  /** Reads to the end of the stream. */
  private static void drain(TcpPipe pipe, Collector sink) {
    assertThrows(
        EOFException.class,
        () -> {
          for (int idle = 0; idle < 3; ) {
            idle += pipe.read(sink) ? 0 : 1;
          }
        });
  }

  private static int nextOf(int[] values, int[] turn) {
    return values[turn[0]++ % values.length];
  }

  /** A few short frames, so that every cut can be tried. */
  private static byte[] shortStream() {
    int[] turn = {0};
    return Stream.bytes(messages(3, () -> nextOf(new int[] {0, 1, 24}, turn)));
  }

  @Test
  void shouldReadAStreamThatIsCutAnywhere() {
    byte[] stream = shortStream();
    for (int cut = 0; cut <= stream.length; cut++) {
      int[] turn = {0};
      int first = cut;
      Stream channel = Stream.of(stream, () -> turn[0]++ == 0 ? first : Integer.MAX_VALUE);
      Collector sink = new Collector(true);
      drain(new TcpPipe(channel, NOTHING, () -> {}), sink);
      assertEquals(upTo(3), sink.numbers(), "cut at " + cut);
    }
  }

  /** What came behind the handshake is the pipe's, wherever that ended. */
  @Test
  void shouldBeginWithWhatWasReadBefore() {
    byte[] stream = shortStream();
    for (int cut = 0; cut <= stream.length; cut++) {
      Stream channel = Stream.of(stream, () -> Integer.MAX_VALUE);
      ByteBuffer rest = ByteBuffer.allocate(cut);
      channel.read(rest);
      Collector sink = new Collector(true);
      TcpPipe pipe = new TcpPipe(channel, rest.flip(), () -> {});
      assertEquals(cut > 0, pipe.isReady());
      drain(pipe, sink);
      assertEquals(upTo(3), sink.numbers(), "cut at " + cut);
    }
  }

  @Test
  void shouldHandOverWholeFramesOnlyWhenTheStreamEnds() {
    byte[] stream = shortStream();
    List<Integer> ends = new ArrayList<>();
    int[] turn = {0};
    int end = 0;
    for (Message each : messages(3, () -> nextOf(new int[] {0, 1, 24}, turn))) {
      end += Frame.size(each);
      ends.add(end);
    }
    for (int cut = 0; cut < stream.length; cut++) {
      byte[] part = Arrays.copyOf(stream, cut);
      Collector sink = new Collector(true);
      drain(new TcpPipe(Stream.of(part, () -> Integer.MAX_VALUE), NOTHING, () -> {}), sink);
      int last = cut;
      assertEquals(ends.stream().filter(each -> each <= last).count(), sink.numbers().size());
    }
  }

  /** Its last read took all there was, and the last page: what comes then must not be forgotten. */
  @Test
  void shouldReadOnWhenThereIsRoomAgain() throws IOException {
    int full = MOST_PAGES * (PAGE / Frame.MAX_SIZE);
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel from = SocketChannel.open(server.getLocalAddress());
          SocketChannel to = server.accept()) {
        from.configureBlocking(false);
        to.configureBlocking(false);
        TcpPipe writer = new TcpPipe(from, NOTHING, () -> {});
        TcpPipe reader = new TcpPipe(to, NOTHING, () -> {});
        Collector sink = new Collector(false);
        Outbox outbox = new Outbox(1, Lane.DATA, null, message -> {});
        List<Message> messages = messages(full + 1, () -> Frame.MAX_PAYLOAD);
        messages.subList(0, full).forEach(outbox::add);
        while (sink.messages().size() < full) {
          writer.write(outbox, 0);
          reader.read(sink);
        }
        assertEquals(0, reader.interest() & SelectionKey.OP_READ);
        assertFalse(reader.isReady());

        outbox.add(messages.get(full));
        sink.messages().forEach(Message::release);
        assertTrue(reader.isReady());
        while (sink.messages().size() == full) {
          writer.write(outbox, 0);
          reader.read(sink);
        }
        assertEquals(upTo(full + 1), sink.numbers());
      }
    }
  }

  /** Many megabytes of frames of all sizes, through calls of all sizes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldMoveFramesOfAllSizesInPiecesOfAllSizes(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int count = 120;
    int[] lengths = {0, 1, 17, 4096, 65_537, Frame.MAX_PAYLOAD - 1, Frame.MAX_PAYLOAD};
    int[] pieces = {1, 7, 4096, 70_001, PAGE, Integer.MAX_VALUE};
    Stream channel = new Stream(16 * PAGE, () -> pieces[random.nextInt(pieces.length)]);
    List<Message> written = new ArrayList<>();
    Outbox outbox = new Outbox(1, Lane.DATA, null, written::add);
    messages(count, () -> lengths[random.nextInt(lengths.length)]).forEach(outbox::add);
    TcpPipe writer = new TcpPipe(channel, NOTHING, () -> {});
    TcpPipe reader = new TcpPipe(channel, NOTHING, () -> {});
    Collector sink = new Collector(true);
    while (sink.numbers().size() < count) {
      writer.write(outbox, 0);
      boolean waits = (writer.interest() & SelectionKey.OP_WRITE) != 0;
      assertEquals(waits, !writer.isFlushed());
      reader.read(sink);
    }
    assertEquals(upTo(count), sink.numbers());
    assertEquals(count, written.size());
    assertFalse(writer.write(outbox, 0));
    assertTrue(writer.isFlushed());
  }

  /** Nothing is released: what is read fits into the pages, however much the peer sends. */
  @ParameterizedTest
  @ValueSource(ints = {40, 70_001, Frame.MAX_PAYLOAD})
  void shouldStopReadingWhenNothingIsReleased(int payload) throws IOException {
    byte[] stream = Stream.bytes(messages(6 * PAGE / (payload + 48), () -> payload));
    Stream channel = Stream.with(stream, () -> Integer.MAX_VALUE);
    AtomicInteger rooms = new AtomicInteger();
    TcpPipe pipe = new TcpPipe(channel, NOTHING, rooms::incrementAndGet);
    Collector sink = new Collector(false);
    while (pipe.read(sink)) {
      assertTrue(channel.consumed() <= MOST_PAGES * PAGE, channel.consumed() + " bytes");
    }
    assertTrue(channel.consumed() > (MOST_PAGES - 1) * PAGE, channel.consumed() + " bytes");
    assertEquals(0, pipe.interest() & SelectionKey.OP_READ);
    assertFalse(pipe.isReady());
    assertEquals(0, rooms.get());
    sink.messages().forEach(message -> assertTrue(Collector.isWhole(message)));
    List<Message> held = new ArrayList<>(sink.messages());
    for (int i = 0; rooms.get() == 0; i++) { // until the first page is free again
      assertEquals(0, pipe.interest() & SelectionKey.OP_READ);
      held.get(i).release();
      held.set(i, null);
    }
    assertTrue(pipe.isReady());
    assertEquals(SelectionKey.OP_READ, pipe.interest() & SelectionKey.OP_READ);
    int before = channel.consumed();
    assertTrue(pipe.read(sink));
    assertTrue(channel.consumed() <= before + PAGE);
    held.forEach(message -> assertTrue(message == null || Collector.isWhole(message)));
  }

  /** Room is told of once, whichever page it is on. */
  @Test
  void shouldGoOnWhenTheLastPageIsReleasedFirst() throws IOException {
    byte[] stream = Stream.bytes(messages(8 * PAGE / 50_048, () -> 50_000));
    Stream channel = Stream.with(stream, () -> Integer.MAX_VALUE);
    AtomicInteger rooms = new AtomicInteger();
    TcpPipe pipe = new TcpPipe(channel, NOTHING, rooms::incrementAndGet);
    Collector sink = new Collector(false);
    while (pipe.read(sink)) {}
    int count = sink.messages().size();
    for (int i = count - 1; rooms.get() == 0; i--) {
      sink.messages().get(i).release();
    }
    assertTrue(pipe.read(sink));
    assertTrue(sink.messages().size() > count);
    assertEquals(upTo(sink.messages().size()), sink.numbers());
    assertEquals(1, rooms.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldKeepEveryFrameIntactUntilItIsReleased(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int count = 200;
    byte[] stream = Stream.bytes(messages(count, () -> 1 + random.nextInt(100_000)));
    Stream channel = Stream.with(stream, () -> 1 + random.nextInt(PAGE));
    TcpPipe pipe = new TcpPipe(channel, NOTHING, () -> {});
    Collector sink = new Collector(false);
    List<Message> held = new ArrayList<>();
    int seen = 0;
    while (seen < count || !held.isEmpty()) {
      if (seen < count && (pipe.interest() & SelectionKey.OP_READ) != 0) {
        pipe.read(sink);
      }
      held.addAll(sink.messages().subList(seen, sink.messages().size()));
      seen = sink.messages().size();
      for (int i = random.nextInt(20); i >= 0 && !held.isEmpty(); i--) {
        Message message = held.remove(random.nextInt(held.size()));
        assertTrue(Collector.isWhole(message), message::toString);
        message.release();
      }
    }
    assertEquals(upTo(count), sink.numbers());
  }

  /** A reader that sleeps when it may not read, and others who release: it is always told. */
  @Test
  void shouldTellOfRoomFromAnyThread() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    int count = 600;
    byte[] stream = Stream.bytes(messages(count, () -> 1 + random.nextInt(60_000)));
    Stream channel = Stream.with(stream, () -> PAGE);
    Semaphore room = new Semaphore(0);
    TcpPipe pipe = new TcpPipe(channel, NOTHING, room::release);
    BlockingQueue<Message> arrived = new LinkedBlockingQueue<>();
    AtomicInteger broken = new AtomicInteger();
    List<Thread> releasers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(() -> releaseAll(arrived, broken), "releaser-" + i);
      releasers.add(thread);
      thread.start();
    }
    Collector sink = new Collector(false);
    int seen = 0;
    while (seen < count) {
      if ((pipe.interest() & SelectionKey.OP_READ) == 0) {
        assertTrue(room.tryAcquire(30, TimeUnit.SECONDS), "nobody told of room");
      }
      pipe.read(sink);
      arrived.addAll(sink.messages().subList(seen, sink.messages().size()));
      seen = sink.messages().size();
    }
    releasers.forEach(each -> arrived.add(Collector.message(ElementType.INT, 0, -1)));
    for (Thread releaser : releasers) {
      releaser.join();
    }
    assertEquals(0, broken.get());
    assertEquals(upTo(count), sink.numbers());
  }

  private static void releaseAll(BlockingQueue<Message> arrived, AtomicInteger broken) {
    try {
      for (Message each = arrived.take(); each.operation() >= 0; each = arrived.take()) {
        if (!Collector.isWhole(each)) {
          broken.incrementAndGet();
        }
        each.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldHoldNothingForMessagesWithoutAPayload() throws IOException {
    byte[] stream = Stream.bytes(messages(6 * PAGE / Frame.HEADER, () -> 0));
    Collector sink = new Collector(false);
    drain(new TcpPipe(Stream.of(stream, () -> PAGE), NOTHING, () -> {}), sink);
    assertEquals(6 * PAGE / Frame.HEADER, sink.messages().size());
  }
}
