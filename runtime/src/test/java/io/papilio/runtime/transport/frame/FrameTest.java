package io.papilio.runtime.transport.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Message;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Frames there and back, and bytes that are no frames. */
class FrameTest {
  private static final int[] LENGTHS = {0, 1, 2, 3, 7, 8, 9, 127, 128, 129, 4099};
  private static final Memory MEMORY = new Memory(ByteBuffer.allocateDirect(2 * Frame.MAX_SIZE));
  private final Memory memory = MEMORY;

  @Example
  void shouldCarryAllThatAMessageSays() throws IOException {
    for (ElementType type : ElementType.values()) {
      for (int length : LENGTHS) {
        for (int at : new int[] {0, 8, 48, 4096}) {
          Message message = Collector.message(type, length, at + length);
          Frame.write(Frame.Type.MESSAGE, message, memory, at);
          assertEquals(Frame.size(message), Frame.size(memory, at));
          Collector sink = new Collector(false);
          Frame.read(memory, at, new Message(), released -> {}, sink);
          Message read = sink.messages().get(0);
          assertTrue(Collector.isWhole(read), read::toString);
          assertEquals(type, read.payload().type());
          assertEquals(length, read.payload().length());
          assertEquals(4, read.source());
          assertEquals(1, read.target());
        }
      }
    }
  }

  @Example
  void shouldCarryTheLargestPayload() throws IOException {
    for (ElementType type : ElementType.values()) {
      Message message = Collector.message(type, Frame.MAX_PAYLOAD / type.bytes(), 7);
      assertEquals(Frame.MAX_SIZE, Frame.size(message));
      Frame.write(Frame.Type.PUT, message, memory, 0);
      assertEquals(Frame.MAX_SIZE, Frame.size(memory, 0));
      Collector sink = new Collector(true);
      Frame.read(memory, 0, new Message(), released -> {}, sink);
      assertEquals(Frame.Type.PUT, sink.types().get(0));
    }
  }

  /** A message that is kept for later must not hold up the memory behind it. */
  @Example
  void shouldHoldNothingWithoutAPayload() throws IOException {
    for (int length = 0; length < 2; length++) {
      Frame.write(Frame.Type.MESSAGE, Collector.message(ElementType.INT, length, 1), memory, 0);
      int[] releases = {0};
      Collector sink = new Collector(false);
      Frame.read(memory, 0, new Message(), released -> releases[0]++, sink);
      assertEquals(1 - length, releases[0]);
      Message message = sink.messages().get(0);
      message.keep();
      assertEquals(1, releases[0]);
      message.release();
      assertEquals(1, releases[0]);
      assertThrows(IllegalStateException.class, message::release);
    }
  }

  @Example
  void shouldRefuseSizesThatNoFrameHas() {
    int[] sizes = {Integer.MIN_VALUE, -8, -1, 0, 1, 40, 47, 49, 55, 1 << 20, Integer.MAX_VALUE};
    for (int size : sizes) {
      memory.bytes().putInt(0, size);
      assertThrows(ProtocolException.class, () -> Frame.size(memory, 0), "size " + size);
    }
    memory.bytes().putInt(0, Frame.MAX_SIZE + 8);
    assertThrows(ProtocolException.class, () -> Frame.size(memory, 0));
  }

  @Example
  void shouldRefuseWhatDoesNotFitTogether() {
    Message message = Collector.message(ElementType.LONG, 3, 1);
    int[][] changes = {{44, 23}, {44, 32}, {44, -24}, {44, Integer.MIN_VALUE}, {0, 64}};
    for (int[] change : changes) {
      Frame.write(Frame.Type.MESSAGE, message, memory, 0);
      memory.bytes().putInt(change[0], change[1]);
      assertRefused("int %d = %d".formatted(change[0], change[1]));
    }
    for (int at : new int[] {4, 5}) {
      for (byte value : new byte[] {-128, -1, 5, 127}) {
        Frame.write(Frame.Type.MESSAGE, message, memory, 0);
        memory.bytes().put(at, value);
        assertRefused("byte %d = %d".formatted(at, value));
      }
    }
    Frame.write(Frame.Type.MESSAGE, Collector.message(ElementType.BYTE, 20, 1), memory, 0);
    memory.bytes().put(5, (byte) ElementType.LONG.ordinal());
    assertRefused("20 bytes of longs");
  }

  private void assertRefused(String what) {
    Collector sink = new Collector(false);
    int[] releases = {0};
    assertThrows(
        ProtocolException.class,
        () -> Frame.read(memory, 0, new Message(), released -> releases[0]++, sink),
        what);
    assertEquals(0, sink.messages().size());
    assertEquals(0, releases[0]);
  }

  @Property(tries = 600, seed = "1")
  void shouldReadOnlyFramesFromAnything(@ForAll @Size(Frame.HEADER) byte[] header) {
    readAnything(header);
  }

  @Property(tries = 300_000, seed = "2")
  @Tag("full")
  void shouldReadOnlyFramesFromAnythingForLong(@ForAll @Size(Frame.HEADER) byte[] header) {
    readAnything(header);
  }

  @Property(tries = 600, seed = "3")
  void shouldReadOnlyFramesFromWhatWasChanged(
      @ForAll ElementType type,
      @ForAll @IntRange(max = 200) int length,
      @ForAll @IntRange(min = 1, max = 8) int changes,
      @ForAll long seed) {
    readChanged(type, length, changes, new SplittableRandom(seed));
  }

  @Property(tries = 300_000, seed = "4")
  @Tag("full")
  void shouldReadOnlyFramesFromWhatWasChangedForLong(
      @ForAll ElementType type,
      @ForAll @IntRange(max = 200) int length,
      @ForAll @IntRange(min = 1, max = 8) int changes,
      @ForAll long seed) {
    readChanged(type, length, changes, new SplittableRandom(seed));
  }

  private void readAnything(byte[] header) {
    memory.bytes().put(0, header);
    readIfPossible();
    memory.bytes().putInt(0, 48 + 8 * (header[0] & 15)); // past the first check
    readIfPossible();
    memory.bytes().putInt(44, 8 * (header[0] & 15)); // and past the second
    readIfPossible();
  }

  private void readChanged(ElementType type, int length, int changes, SplittableRandom random) {
    Frame.write(Frame.Type.MESSAGE, Collector.message(type, length, 5), memory, 0);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(Frame.HEADER);
      memory.bytes().put(at, (byte) (memory.bytes().get(at) ^ 1 << random.nextInt(8)));
    }
    readIfPossible();
  }

  /** Either an IOException, or a frame whose elements lie within it. */
  private void readIfPossible() {
    Collector sink = new Collector(false);
    int size;
    try {
      size = Frame.size(memory, 0);
      Frame.read(memory, 0, new Message(), released -> {}, sink);
    } catch (IOException e) {
      assertEquals(0, sink.messages().size());
      return;
    }
    assertEquals(1, sink.messages().size());
    Message message = sink.messages().get(0);
    long bytes = message.payload().lengthBytes();
    assertTrue(bytes <= size - Frame.HEADER, () -> message + " in a frame of " + size);
    message.payload().copy();
    message.release();
  }
}
