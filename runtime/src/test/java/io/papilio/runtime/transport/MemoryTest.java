package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements outside the heap: where they lie, and that copies touch nothing else. */
class MemoryTest {
  private static final int BYTES = 1 << 10;
  private static final int[] OFFSETS = {0, 1, 2, 7, 8, 33};
  private static final int[] LENGTHS = {0, 1, 2, 7, 64, 65};

  private static Memory filled() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    for (int i = 0; i < BYTES; i++) {
      buffer.put(i, background(i));
    }
    return new Memory(buffer);
  }

  private static byte background(int position) {
    return (byte) (17 * position + 5);
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldCopyBothWaysAtEveryOffset(ElementType type) {
    for (int at : OFFSETS) {
      for (int from : OFFSETS) {
        for (int length : LENGTHS) {
          Memory memory = filled();
          Slice there = memory.slice(type, at * type.bytes(), length);
          Values.of(type, 100, at).slice(from, from + length).copyTo(there);
          Slice back = Values.of(type, 120, 99);
          there.copyTo(back.slice(from, from + length));
          for (int i = 0; i < back.length(); i++) {
            boolean copied = i >= from && i < from + length;
            assertEquals(value(type, copied ? at : 99, i), Values.get(back, i));
          }
          assertUntouched(memory, at * type.bytes(), (at + length) * type.bytes());
        }
      }
    }
  }

  private static double value(ElementType type, long salt, int position) {
    int value = Values.at(salt, position);
    return type == ElementType.BYTE ? (byte) value : value;
  }

  private static void assertUntouched(Memory memory, int from, int to) {
    for (int i = 0; i < BYTES; i++) {
      if (i < from || i >= to) {
        assertEquals(background(i), memory.bytes().get(i), "byte " + i);
      }
    }
  }

  @Test
  void shouldLayElementsOutAsTheMachineDoes() {
    Memory memory = new Memory(ByteBuffer.allocateDirect(64).order(ByteOrder.BIG_ENDIAN));
    Slice.of(new long[] {0x0102030405060708L}).copyTo(memory.slice(ElementType.LONG, 8, 1));
    ByteBuffer expected = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
    expected.putLong(0, 0x0102030405060708L);
    for (int i = 0; i < 8; i++) {
      assertEquals(expected.get(i), memory.bytes().get(8 + i));
    }
    assertEquals(0x0102030405060708L, memory.buffer().getLong(8));
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldTakeOnlyOffsetsThatSuitTheType(ElementType type) {
    Memory memory = filled();
    for (int offset = 0; offset < 32; offset++) {
      int at = offset;
      if (offset % type.bytes() == 0) {
        assertEquals(2, memory.slice(type, at, 2).length());
      } else {
        assertThrows(IllegalArgumentException.class, () -> memory.slice(type, at, 2));
      }
    }
  }

  @Test
  void shouldSeeAllOfABufferWhereverItsPositionIs() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(16).position(5).limit(9);
    Memory memory = new Memory(buffer);
    assertEquals(16, memory.buffer().remaining());
    memory.buffer().position(3);
    assertEquals(0, memory.bytes().position());
    assertEquals(5, buffer.position());
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldCutAndCopySlices(ElementType type) {
    Memory memory = filled();
    Values.of(type, 64, 3).copyTo(memory.slice(type, 8, 64));
    Slice all = memory.slice(type, 8, 64);
    assertFalse(all.isArray());
    Slice part = all.slice(10, 50).slice(5, 12);
    Slice copy = part.copy();
    assertTrue(copy.isArray());
    assertEquals(7, copy.length());
    for (int i = 0; i < 7; i++) {
      assertEquals(value(type, 3, 15 + i), Values.get(copy, i));
    }
    assertThrows(IndexOutOfBoundsException.class, () -> all.slice(60, 65));
    assertThrows(IndexOutOfBoundsException.class, () -> all.slice(-1, 5));
  }

  @Test
  void shouldNotReachOutOfTheMemory() {
    Memory memory = filled();
    Slice beyond = memory.slice(ElementType.LONG, BYTES - 8, 2);
    assertThrows(IndexOutOfBoundsException.class, beyond::copy);
    Slice source = Slice.of(new long[2]);
    assertThrows(IndexOutOfBoundsException.class, () -> source.copyTo(beyond));
  }

  @Test
  void shouldRefuseToCopyWhatDoesNotFit() {
    Slice there = filled().slice(ElementType.INT, 0, 3);
    assertThrows(IllegalArgumentException.class, () -> there.copyTo(Slice.of(new int[2])));
    assertThrows(IllegalArgumentException.class, () -> there.copyTo(Slice.of(new float[3])));
    assertThrows(IllegalArgumentException.class, () -> Slice.of(new int[4]).copyTo(there));
  }

  @Test
  void shouldKeepWhatLiesInTheTransportsMemory() {
    Memory memory = filled();
    Values.of(ElementType.FLOAT, 5, 2).copyTo(memory.slice(ElementType.FLOAT, 4, 5));
    int[] releases = {0};
    Message message =
        Message.to(1, Message.Lane.DATA, 7)
            .payload(memory.slice(ElementType.FLOAT, 4, 5))
            .arrived(0, released -> releases[0]++);
    message.keep();
    assertEquals(1, releases[0]);
    Values.of(ElementType.FLOAT, 5, 9).copyTo(memory.slice(ElementType.FLOAT, 4, 5));
    Values.assertAre(2, message.payload());
    message.keep();
    message.release();
    assertEquals(1, releases[0]);
    assertThrows(IllegalStateException.class, message::release);
  }

  @Test
  void shouldKeepAgainInTheSameArray() {
    Memory memory = filled();
    List<Message> recycled = new ArrayList<>();
    Message.Owner lender =
        new Message.Owner() {
          @Override
          public void released(Message message) {}

          @Override
          public void recycled(Message message) {
            recycled.add(message);
          }
        };
    Message message = Message.to(1, Message.Lane.DATA, 7);
    float[] array = null;
    for (int length : new int[] {20, 20, 0, 5, 20}) {
      Slice there = memory.slice(ElementType.FLOAT, 16, length);
      Values.of(ElementType.FLOAT, length, length).copyTo(there);
      message.payload(memory, ElementType.FLOAT, 16, length).arrived(0, lender).keep();
      Values.of(ElementType.FLOAT, length, 9).copyTo(there);
      Values.assertAre(length, message.payload());
      assertEquals(length, message.payload().length());
      array = array == null ? message.payload().floats() : array;
      assertSame(array, message.payload().floats());
      message.recycle();
    }
    assertEquals(Collections.nCopies(5, message), recycled);
    message.payload(memory, ElementType.LONG, 16, 7).arrived(0, lender).keep();
    assertEquals(7, message.payload().length());
    assertEquals(ElementType.LONG, message.payload().type());
    message.payload(memory, ElementType.LONG, 16, 7).arrived(0, released -> {}).recycle();
    assertEquals(5, recycled.size(), "its owner is another now");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 1000, 1 << 19})
  void shouldBeginWithALineOfTheCache(int size) {
    ByteBuffer bytes = Memory.aligned(size).bytes();
    assertEquals(size, bytes.capacity());
    assertEquals(0, bytes.alignmentOffset(0, 64));
    assertEquals(ByteOrder.nativeOrder(), bytes.order());
  }

  @Test
  void shouldSayWhatATextIsNot() {
    Message message = Message.to(1, Message.Lane.CONTROL, 0);
    assertEquals("grüße", message.text("grüße").text());
    assertEquals("(3 x FLOAT)", message.payload(Slice.of(new float[3])).text());
  }
}
