package io.papilio.cli.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code data info} and {@code data convert} of images, and what is done with them then. */
class DataCommandTest {
  private static final int COUNT = 40;

  @TempDir private Path folder;

  /** Images of 4 x 5 pixels: an 8 is bright above, a 3 below; the last two pixels are black. */
  private String images() throws IOException {
    ByteBuffer images = ByteBuffer.allocate(16 + 20 * COUNT);
    images.putInt(0x803).putInt(COUNT).putInt(4).putInt(5);
    ByteBuffer labels = ByteBuffer.allocate(8 + COUNT).putInt(0x801).putInt(COUNT);
    for (int i = 0; i < COUNT; i++) {
      boolean above = i % 3 == 0;
      labels.put((byte) (above ? 8 : 3));
      for (int pixel = 0; pixel < 20; pixel++) {
        boolean bright = pixel < 10 == above && pixel < 18;
        images.put((byte) (bright ? 200 + (i + 7 * pixel) % 50 : 0));
      }
    }
    Files.write(folder.resolve("t-labels-idx1-ubyte"), labels.array());
    return Files.write(folder.resolve("t-images-idx3-ubyte"), images.array()).toString();
  }

  @Test
  void shouldLearnFromImages() throws IOException {
    String images = images();
    String model = folder.resolve("model").toString();
    Run.succeeds("train", "--data", images, "--test", images, "--out", model, "--workers", "2");
    Run eval = Run.succeeds("eval", "--model-file", model, "--data", images, "--json", "-");
    assertEquals(1, Run.json(eval.out()).get("accuracy").asDouble());
    Files.delete(folder.resolve("t-labels-idx1-ubyte"));
    Run predict = Run.succeeds("predict", "--model-file", model, "--data", images);
    assertTrue(predict.out().startsWith("8\n3\n3\n8\n"), predict.out());
    assertEquals(COUNT, predict.out().lines().count());
    Run.isRefused("t-labels-idx1-ubyte: no such file", "train", "--data", images);
    Run.isRefused("no such file", "eval", "--model-file", model, "--data", images);
  }

  @Test
  void shouldSayAndConvertWhatIsInImages() throws IOException {
    String images = images();
    String text = folder.resolve("t.svm").toString();
    Run info = Run.succeeds("data", "info", images, "--format", "idx");
    assertEquals("20", info.line("features"));
    assertEquals("3 (26), 8 (14)", info.line("labels"));
    Run.succeeds("data", "convert", images, "--out", text);
    assertEquals(info.out(), Run.succeeds("data", "info", text).out());
    Run.isRefused("idx is only read", "data", "convert", text, "--to", "idx", "--out", "x");
  }

  @Test
  void shouldCutPatches() throws IOException {
    String images = images();
    String one = patches(images, "2x3:70", "5");
    assertEquals(one, patches(images, "2x3:70", "5"));
    assertEquals(70, one.lines().count());
    assertTrue(one.startsWith(patches(images, "2x3:7", "5")));
    assertTrue(one.lines().allMatch(line -> line.matches("[38]( [1-6]:\\S+){6}")), one);
    assertNotEquals(one, patches(images, "2x3:70", "6"));
    String out = folder.resolve("p.svm").toString();
    for (String size : new String[] {"5x5:9", "1x6:9", "0x2:9"}) {
      refused("no patches of", images, size, out);
    }
    refused("no patches of 1x1", images, "1x1:9", out); // each is its own mean
    refused("is not HxW:COUNT", images, "8x8", out);
    Files.writeString(Path.of(out), "1 1:1\n");
    refused("not an IDX file", out, "2x2:9", out);
  }

  private String patches(String images, String size, String seed) throws IOException {
    Path out = folder.resolve("patches.svm");
    String to = out.toString();
    Run.succeeds("data", "convert", images, "--patches", size, "--seed", seed, "--out", to);
    return Files.readString(out);
  }

  private static void refused(String why, String images, String size, String out) {
    Run.isRefused(why, "data", "convert", images, "--patches", size, "--out", out);
  }

  @Test
  void shouldRefuseToGenerateFewerThanNoRows() {
    String file = folder.resolve("x.svm").toString();
    for (String option : List.of("--rows", "--first")) {
      String[] words = {"data", "generate", "rcv1", option, "-1", "--out", file};
      Run.isRefused("--rows and --first must be 0 or more", words);
    }
  }
}
