package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Features;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.train.ModelFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolversTest {
  @TempDir private Path folder;

  private static final String LIBLINEAR =
      """
      solver_type L2R_LR
      nr_class 2
      label %s
      nr_feature 2
      bias 10
      w
      0.5
      -2
      0.25
      """;

  /** The bias is the weight of a feature that is 10. */
  @Test
  void shouldReadModelsOfLiblinear() {
    assertArrayEquals(new double[] {0.5, -2, 0, 2.5}, Liblinear.parse(model("1 -1"), 3));
    assertArrayEquals(new double[] {-0.5, 2, -2.5}, Liblinear.parse(model("-1 1"), 2));
    assertThrows(IllegalArgumentException.class, () -> Liblinear.parse(model("1 -1"), 1));
    assertThrows(IllegalArgumentException.class, () -> Liblinear.parse("", 1));
  }

  private static String model(String labels) {
    return LIBLINEAR.formatted(labels);
  }

  @Test
  void shouldReadModelsOfScikitLearn() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putDouble(1).putDouble(-2).putDouble(0.5);
    Path file = Files.write(folder.resolve("m"), bytes.array());
    Sklearn sklearn = new Sklearn(new Python("python3", "1"), Path.of("x.py"));
    assertArrayEquals(new double[] {1, -2, 0, 0.5}, sklearn.weights(file, 3));
    assertThrows(IllegalArgumentException.class, () -> sklearn.weights(file, 1));
  }

  @Test
  void shouldReadModelsOfPapilio() throws IOException {
    float[] weights = {1, -2, 0.5f};
    Path file = folder.resolve("m");
    ModelFile.write(new LinearModel(Loss.LOGISTIC, weights, -1, 1, Features.plain()), file);
    PapilioSolver papilio = new PapilioSolver(Path.of("x"));
    assertArrayEquals(new double[] {1, -2, 0.5}, papilio.weights(file, 2));
    assertArrayEquals(new double[] {1, -2, 0, 0, 0.5}, papilio.weights(file, 4));
  }

  @Test
  void shouldNameNoFoldersOfThisMachine() {
    assertEquals(
        "papilio train --data DATA --optimizer lbfgs --l2 1 --epochs 1000 --tolerance 1e-7"
            + " --out MODEL",
        new PapilioSolver(Path.of("/home/me")).setting("1e-7"));
    assertEquals(
        "liblinear-train -q -s 0 -c 1 -B 10 -e 1e-3 DATA MODEL", new Liblinear().setting("1e-3"));
    Sklearn sklearn = new Sklearn(new Python("/usr/bin/python3", "1"), Path.of("/a/b/x.py"));
    assertEquals("python3 x.py logistic DATA 1e-3 MODEL", sklearn.setting("1e-3"));
  }
}
