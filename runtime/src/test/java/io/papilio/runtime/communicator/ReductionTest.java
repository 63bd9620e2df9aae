package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Ring;
import io.papilio.runtime.communicator.Reference.Case;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReductionTest {

  @Test
  void shouldCombineASliceWithASlice() {
    for (ElementType type : Reference.TYPES) {
      for (Case of : Reference.cases(type)) {
        Slice into = Reference.input(of, type, 40, 1);
        Slice from = Reference.input(of, type, 40, 2);
        of.reduction().check(type, 2);
        of.reduction().combine(into.slice(3, 20), from.slice(10, 27));
        for (int i = 0; i < 40; i++) {
          double expected = Reference.value(of.reduction(), 1, i);
          if (i >= 3 && i < 20) {
            double other = Reference.value(of.reduction(), 2, i + 7);
            expected = of.function().applyAsDouble(expected, other);
          }
          assertEquals(expected, Values.get(into, i), of + " of " + type + ", element " + i);
        }
      }
    }
  }

  @Test
  void shouldDivideAMeanOnceAtTheEnd() {
    float[] floats = {3, 6, 9, 12};
    Reduction.MEAN.finish(Slice.of(floats).slice(1, 3), 3);
    assertArrayEquals(new float[] {3, 2, 3, 12}, floats);
    double[] doubles = {1, 2, 4};
    Reduction.MEAN.finish(Slice.of(doubles).slice(0, 2), 7);
    assertArrayEquals(new double[] {1 / 7.0, 2 / 7.0, 4}, doubles);
    Reduction.SUM.finish(Slice.of(doubles), 7);
    assertArrayEquals(new double[] {1 / 7.0, 2 / 7.0, 4}, doubles);
  }

  @Test
  void shouldSayWhichTypesItIsFor() {
    for (Reduction reduction :
        List.of(Reduction.SUM, Reduction.MIN, Reduction.MAX, Reduction.PRODUCT)) {
      Reference.TYPES.forEach(type -> reduction.check(type, 2));
      assertThrows(IllegalArgumentException.class, () -> reduction.check(ElementType.BYTE, 2));
    }
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> Reduction.MEAN.check(ElementType.LONG, 2))
            .getMessage();
    assertTrue(message.contains("mean") && message.contains("LONG"), message);
    for (ElementType type : Reference.TYPES) {
      Reduction own = Reference.cases(type).get(4).reduction();
      for (ElementType other : ElementType.values()) {
        if (other != type) {
          assertThrows(IllegalArgumentException.class, () -> own.check(other, 2));
        }
      }
    }
  }

  @Test
  void shouldGoByItsName() {
    assertEquals("hypot", Reduction.ofDoubles("hypot", Math::hypot).toString());
    assertEquals("sum", Reduction.SUM.toString());
  }

  private static DenseCall call(Slice values, Reduction reduction) {
    return new DenseCall(new Ring(), values.type(), values.length(), reduction);
  }

  /** What travels is a number for the description: it must tell calls apart. */
  @Test
  void shouldTellCallsApart() {
    Slice floats = Slice.of(new float[4]);
    DenseCall call = call(floats, Reduction.SUM);
    List<String> different =
        List.of(
            call.describe(4),
            call.describe(5),
            call(floats, Reduction.MAX).describe(4),
            call(floats.slice(0, 3), Reduction.SUM).describe(4),
            call(Slice.of(new int[4]), Reduction.SUM).describe(4));
    assertEquals(5, different.stream().map(Call::digest).distinct().count());
    assertEquals(Call.digest(call.describe(4)), Call.digest(call.describe(4)));
  }

  @Test
  void shouldMeetInTheMiddleOfTwoOnly() {
    Reduction.MIDPOINT.check(ElementType.FLOAT, 2);
    for (int ranks : new int[] {1, 3, 4}) {
      assertThrows(
          IllegalArgumentException.class, () -> Reduction.MIDPOINT.check(ElementType.FLOAT, ranks));
    }
  }
}
