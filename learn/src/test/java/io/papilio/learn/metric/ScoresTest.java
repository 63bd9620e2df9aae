package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ScoresTest {

  private static Scores of(List<Float> margins) {
    Scores scores = new Scores();
    for (float margin : margins) {
      scores.add(margin, 1, 1);
    }
    return scores;
  }

  @Property
  void shouldSortAsFloatsDo(@ForAll List<Float> margins) {
    int[] expected =
        IntStream.range(0, margins.size())
            .boxed()
            .sorted((a, b) -> Float.compare(margins.get(a) + 0f, margins.get(b) + 0f))
            .mapToInt(i -> i)
            .toArray();
    assertArrayEquals(expected, of(margins).byMargin());
  }

  @Test
  void shouldSortWhatIsSpecial() {
    List<Float> margins =
        List.of(Float.NaN, 0f, Float.POSITIVE_INFINITY, -0f, -1e-45f, 1e-45f, -1f);
    Scores scores = of(margins);
    scores.add(Float.NEGATIVE_INFINITY, 1, 1);
    assertArrayEquals(new int[] {7, 6, 4, 1, 3, 5, 2, 0}, scores.byMargin());
  }

  @Test
  void shouldKeepAllWhenItGrows() {
    Scores all = new Scores();
    int rows = 9000;
    for (int i = 0; i < rows; i++) {
      all.add(i, -i, i / 2f);
    }
    assertEquals(rows, all.size());
    for (int i = 0; i < rows; i++) {
      assertEquals(i, all.margin(i));
      assertEquals(-i, all.label(i));
      assertEquals(i / 2f, all.weight(i));
    }
  }

  @Test
  void shouldRejectWeightsThatAreNone() {
    for (float weight : new float[] {-1, Float.NaN, Float.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> new Scores().add(0, 1, weight));
    }
  }

  @Test
  void shouldGatherScoresInTheOrderOfRanks() {
    LocalCluster.run(
        4,
        comm -> {
          Scores own = new Scores();
          for (int i = 0; i < comm.rank(); i++) { // the first has none
            own.add(10 * comm.rank() + i, comm.rank(), i + 0.5f);
          }
          Scores all = own.gather(comm);
          assertEquals(comm.rank() == 0 ? 6 : 0, all.size());
          int next = 0;
          for (int rank = 1; rank < 4 && comm.rank() == 0; rank++) {
            for (int i = 0; i < rank; i++, next++) {
              assertEquals(10 * rank + i, all.margin(next));
              assertEquals(rank, all.label(next));
              assertEquals(i + 0.5f, all.weight(next));
            }
          }
        });
  }
}
