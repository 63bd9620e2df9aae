package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.optimize.Notes.Note;
import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotesTest {
  private static final Watch NONE = (examples, weights) -> true;

  /** 256 MB are 16 notes of 16 MB, for all threads of a JVM together. */
  @ParameterizedTest
  @CsvSource({"1, 16", "2, 8", "3, 5", "16, 1", "17, 0"})
  void shouldShareTheMemoryOfTheJvm(int workers, int most) {
    int floats = 4 << 20;
    LocalCluster.run(
        workers, comm -> assertEquals(most, Notes.agree(comm, NONE, floats, 0).most()));
    assertEquals((long) most * 4 * floats, Notes.mostBytes(floats, workers));
  }

  @Test
  void shouldKeepAFewInAnyCase() {
    LocalCluster.run(3, comm -> assertEquals(2, Notes.agree(comm, NONE, 1 << 28, 2).most()));
  }

  /** Even numbers first, then every fourth, and so on: they stay evenly spaced. */
  @Test
  void shouldDropEverySecondNote() {
    LocalCluster.run(
        1,
        comm -> {
          Notes notes = Notes.agree(comm, NONE, 1, 0);
          float[] values = new float[1];
          for (int i = 0; i < 1000; i++) {
            values[0] = i;
            notes.add(10 * i, values);
            assertTrue(notes.kept().size() <= 64);
          }
          List<Note> kept = notes.kept();
          assertEquals(63, kept.size());
          for (int i = 0; i < kept.size(); i++) {
            assertEquals(160 * i, kept.get(i).examples());
            assertArrayEquals(new float[] {16 * i}, kept.get(i).values());
            assertTrue(i == 0 || kept.get(i).nanos() >= kept.get(i - 1).nanos());
          }
        });
  }
}
