package io.papilio.runtime.exec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import org.junit.jupiter.api.Test;

class PiecesTest {

  @Test
  void shouldPutPiecesTogether() {
    Pieces pieces = new Pieces();
    for (ElementType type : ElementType.values()) {
      for (int length : new int[] {40, 100, 3, 0}) {
        for (int step : new int[] {1, 7, 100}) {
          Slice whole = Values.of(type, length, step);
          Slice got = pieces.add(0, whole.slice(0, 0));
          for (int from = 0; from < length; from += step) {
            got = pieces.add(from, whole.slice(from, Math.min(length, from + step)));
          }
          assertEquals(length, got.length());
          for (int i = 0; i < length; i++) {
            assertEquals(Values.get(whole, i), Values.get(got, i));
          }
        }
      }
    }
  }

  @Test
  void shouldNotKeepWhatItIsGiven() {
    byte[] given = {1, 2};
    Slice got = new Pieces().add(0, Slice.of(given));
    given[0] = 9;
    assertArrayEquals(new byte[] {1, 2}, got.copy().bytes());
  }

  @Test
  void shouldRefuseMoreThanFitIntoAnArray() {
    Pieces pieces = new Pieces();
    Slice piece = Slice.of(new byte[16]);
    for (int offset : new int[] {Pieces.MOST - 15, Integer.MAX_VALUE}) {
      String message =
          assertThrows(IllegalStateException.class, () -> pieces.add(offset, piece)).getMessage();
      assertTrue(message.contains(String.valueOf(offset + 16L)), message);
    }
  }
}
