package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.cluster.LocalCluster;
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

  /** Every bit of it, whatever the others bring. */
  @Test
  void shouldBeSharedByOneWorker() {
    Snapshot whole =
        new Snapshot("some stage")
            .with("a long name", Double.NaN, -0.0, 1e300, Double.NEGATIVE_INFINITY)
            .with("a long name", new float[] {1.5f, Float.NaN, -0f})
            .with("steps", (1L << 53) - 1)
            .with("none", new float[0]);
    for (int workers : new int[] {1, 2, 5}) {
      for (int root : new int[] {0, workers - 1}) {
        LocalCluster.run(
            workers,
            comm -> {
              boolean isRoot = comm.rank() == root;
              Snapshot own = isRoot ? whole : new Snapshot("other").with("steps", comm.rank());
              Snapshot shared = own.share(comm, root);
              assertArrayEquals(written(whole), written(shared));
            });
      }
    }
  }

  @Test
  void shouldSayWhatItHas() {
    Snapshot snapshot = new Snapshot("x").with("doubles", 1, 2).with("floats", new float[1]);
    assertTrue(snapshot.has("doubles") && snapshot.has("floats"));
    assertFalse(snapshot.has("x"));
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
