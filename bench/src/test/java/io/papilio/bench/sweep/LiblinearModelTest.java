package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiblinearModelTest {
  @TempDir private Path folder;

  private static final String TEXT =
      """
      solver_type L2R_LR
      nr_class 2
      label %s
      nr_feature 2
      bias %d
      w
      0.5
      -2
      0.25
      """;

  private LiblinearModel read(String text) throws IOException {
    return LiblinearModel.read(Files.writeString(folder.resolve("model"), text));
  }

  /** The bias is the weight of a feature that is 10. */
  @Test
  void shouldKnowTheSignsAndTheBias() throws IOException {
    LiblinearModel model = read(TEXT.formatted("1 -1", 10));
    assertArrayEquals(new double[] {0.5, -2}, model.weights());
    assertEquals(2.5, model.bias());
    LiblinearModel other = read(TEXT.formatted("-1 1", 10));
    assertArrayEquals(new double[] {-0.5, 2}, other.weights());
    assertEquals(-2.5, other.bias());
    assertArrayEquals(new double[] {0.5, -2, 0.25}, read(TEXT.formatted("1 -1", -1)).weights());
    assertThrows(IllegalArgumentException.class, () -> read("something else"));
  }

  /** A feature that the model does not know counts nothing. */
  @Test
  void shouldAddLossesAndHalfTheSquaredNormWithoutTheBias() throws Exception {
    Path data = Files.writeString(folder.resolve("data.svm"), "1 1:1 2:2\n-1 2:3 9:1\n");
    LiblinearModel model = new LiblinearModel(new double[] {0.5, -1}, 4);
    double losses = Math.log1p(Math.exp(-2.5)) + Math.log1p(Math.exp(1));
    assertEquals(losses + 0.625, model.objective(data), 1e-12);
  }
}
