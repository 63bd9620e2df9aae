package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.optimize.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  static byte[] written(Snapshot snapshot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      snapshot.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Snapshot read(byte[] bytes) {
    try {
      return Snapshot.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Property
  void shouldBeReadAsItWasWritten(
      @ForAll double[] doubles, @ForAll float[] floats, @ForAll double number) {
    Snapshot snapshot =
        new Snapshot("some stage")
            .with("a", doubles)
            .with("a", floats)
            .with("b", number)
            .with("c", (1L << 53) - 1);
    Snapshot copy = read(written(snapshot));
    assertEquals("some stage", copy.stage());
    assertArrayEquals(doubles, copy.doubles("a"));
    assertArrayEquals(floats, copy.floats("a"));
    assertEquals(number, copy.number("b"));
    assertEquals((1L << 53) - 1, copy.whole("c"));
    assertArrayEquals(written(snapshot), written(copy));
  }

  @Test
  void shouldNotChangeWithWhatItWasMadeOf() {
    double[] values = {1, 2, 3};
    Snapshot snapshot = new Snapshot("x").with("values", values);
    values[0] = 7;
    snapshot.doubles("values")[1] = 7;
    assertArrayEquals(new double[] {1, 2, 3}, snapshot.doubles("values"));
  }

  @Test
  void shouldRefuseWhatItIsNot() {
    Snapshot snapshot = new Snapshot("online").with("passes", 3);
    assertEquals(snapshot, snapshot.of("online"));
    for (Runnable wrong :
        new Runnable[] {
          () -> snapshot.of("sgd"),
          () -> snapshot.whole("epochs"),
          () -> snapshot.doubles("epochs"),
          () -> snapshot.floats("passes")
        }) {
      String message = assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
      assertTrue(message.contains("online"), message);
    }
  }
}
