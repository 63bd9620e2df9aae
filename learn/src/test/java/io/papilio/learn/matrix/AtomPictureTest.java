package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Features;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import io.papilio.learn.setting.Settings;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AtomPictureTest {
  private static final int BORDER = 64;

  /** Another pattern and another range for each atom. */
  private static float value(int atom, int feature) {
    return (atom - 1) * ((feature * 7 + atom) % 11 - 3f);
  }

  private static Model atoms(int features, int atoms) {
    float[] weights = new float[features * atoms];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = value(i / features, i % features);
    }
    return Families.named("sparse-coding")
        .model(
            new Learned(
                "sparse-coding",
                Settings.NONE,
                Features.plain(),
                List.of(),
                features,
                atoms,
                weights));
  }

  private static int grey(BufferedImage image, int x, int y) {
    return image.getRaster().getSample(x, y, 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 3", "3, 5", "8, 4", "5, 17", "16, 10", "31, 2", "32, 2", "40, 3"})
  void shouldDrawEveryPixelOfEveryAtom(int side, int atoms) {
    BufferedImage image = AtomPicture.of(atoms(side * side, atoms));
    int across = 1;
    while (across * across < atoms) {
      across++;
    }
    int zoom = 1;
    while (side * zoom < 32) {
      zoom++;
    }
    int pitch = side * zoom + 1;
    assertEquals(across * pitch + 1, image.getWidth());
    assertEquals((atoms + across - 1) / across * pitch + 1, image.getHeight());
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int atom = y / pitch * across + x / pitch;
        boolean border = x % pitch == 0 || y % pitch == 0 || atom >= atoms;
        int feature = (y % pitch - 1) / zoom * side + (x % pitch - 1) / zoom;
        int expected = border ? BORDER : expected(atom, feature, side * side);
        assertEquals(expected, grey(image, x, y), x + " " + y);
      }
    }
  }

  private static int expected(int atom, int feature, int features) {
    float least = Float.MAX_VALUE;
    float most = -Float.MAX_VALUE;
    for (int i = 0; i < features; i++) {
      least = Math.min(least, value(atom, i));
      most = Math.max(most, value(atom, i));
    }
    float part = (value(atom, feature) - least) / (most - least);
    return most == least ? 128 : Math.round(255 * part);
  }

  private static void refuses(String why, Model model) {
    String said =
        assertThrows(IllegalArgumentException.class, () -> AtomPicture.of(model)).getMessage();
    assertTrue(said.contains(why), said);
  }

  @Test
  void shouldRefuseWhatIsNoSquare() {
    for (int features : new int[] {2, 3, 8, 63, 65, 784 * 2}) {
      refuses(features + " features are no square number", atoms(features, 3));
    }
  }

  @Test
  void shouldRefuseModelsWithoutAtoms() {
    Model linear = new LinearModel(Loss.HINGE, new float[5], 0, 1, Features.plain());
    refuses("png draws the atoms of sparse coding, this is a linear model", linear);
  }
}
