package io.papilio.examples;

import com.google.auto.service.AutoService;
import io.papilio.core.topology.Topology;
import java.util.stream.IntStream;

/**
 * A mixing pattern of your own: ranks stand on a grid whose edges are glued together, and each
 * sends to the next of its row and to the next of its column.
 *
 * <pre>
 *   6 ranks    0 → 1 → 2 → 0         N = rows · columns, as near to a square as N allows;
 *              ↓   ↓   ↓             a prime gives one row: a ring
 *              3 → 4 → 5 → 3
 *              ↓   ↓   ↓
 *              0   1   2
 * </pre>
 *
 * <p>The annotation is all that is needed: {@code papilio graph torus} draws it, and {@code papilio
 * train --sync torus} averages weights along it.
 */
@AutoService(Topology.class)
public record Torus() implements Topology {

  @Override
  public String name() {
    return "torus";
  }

  @Override
  public String summary() {
    return "A grid with glued edges: everyone sends to the right and down.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    int columns = size / rows(size);
    int right = rank - rank % columns + (rank + 1) % columns;
    int down = (rank + columns) % size;
    return IntStream.of(right, down).filter(peer -> peer != rank).sorted().distinct().toArray();
  }

  private static int rows(int size) {
    return IntStream.rangeClosed(1, (int) Math.sqrt(size))
        .filter(rows -> size % rows == 0)
        .max()
        .orElse(1);
  }
}
