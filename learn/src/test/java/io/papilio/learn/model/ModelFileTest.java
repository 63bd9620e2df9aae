package io.papilio.learn.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Features.Naming;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.setting.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFileTest {
  @TempDir private Path folder;

  private static LinearModel model(int size) {
    float[] weights = new float[size + 1];
    for (int i = 0; i <= size; i++) {
      weights[i] = i % 3 == 1 ? 0 : (i - 2.5f) / 7;
    }
    Columns columns = new Columns("y", List.of("age", "größe"));
    Features features = new Features(18, List.of("ab"), Optional.of(columns));
    return new LinearModel(Loss.SQUARED_HINGE, weights, 1, 2, features);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 40_000})
  void shouldReadWhatWasWritten(int size) throws IOException {
    Path file = folder.resolve("model");
    ModelFile.write(model(size), file);
    assertEquals(model(size), ModelFile.read(file));
  }

  /** Values depend on the place; every third column is zero. */
  private static Model matrix(String family, int rows, int columns) {
    float[] weights = new float[rows * columns];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = i / rows % 3 == 1 ? 0 : (i - 2.5f) / 7;
    }
    List<Float> labels =
        family.equals("sparse-coding")
            ? List.of()
            : IntStream.range(0, Math.max(2, rows)).mapToObj(i -> 3f * i - 4).toList();
    Settings settings = Settings.NONE.with(family.equals("dml") ? "dissimilar" : "l2", 0.25);
    Features features = new Features(18, List.of("ab"));
    return Families.named(family)
        .model(new Learned(family, settings, features, labels, rows, columns, weights));
  }

  @ParameterizedTest
  @ValueSource(strings = {"softmax", "dml", "sparse-coding"})
  void shouldReadTheMatricesThatWereWritten(String family) throws IOException {
    Path file = folder.resolve("model");
    for (int rows : new int[] {2, 3, 64}) {
      for (int columns : new int[] {1, 2, 7, 128}) {
        Model model = matrix(family, rows, columns);
        ModelFile.write(model, file);
        assertEquals(model, ModelFile.read(file));
      }
    }
  }

  /** Files that version 3 of the format wrote, kept as they were. */
  @Test
  void shouldReadFilesOfTheVersionBefore() throws Exception {
    Path linear = Path.of(ModelFileTest.class.getResource("linear-3.papilio").toURI());
    LinearModel model = (LinearModel) ModelFile.read(linear);
    assertEquals(Loss.LOGISTIC, model.loss());
    assertEquals(List.of(1f, 2f), model.learned().labels());
    assertEquals("[0.5, 0.0, -2.0, 0.25]", Arrays.toString(model.weights()));
    Path softmax = Path.of(ModelFileTest.class.getResource("softmax-3.papilio").toURI());
    Model several = ModelFile.read(softmax);
    assertEquals(List.of(-7f, 9f), several.learned().labels());
    assertEquals("0.25", several.learned().settings().values().get("l2"));
    assertEquals("[1.0, 2.0, 0.0, 0.0, 0.5, -3.0, 0.0, 0.25]", Arrays.toString(several.weights()));
  }

  /** Version 4 did not say what features are called. */
  @ParameterizedTest
  @ValueSource(ints = {0, 18})
  void shouldReadFilesOfVersion4(int bits) throws IOException {
    Path file = folder.resolve("model");
    new SealedFile(0x504150494C494F4DL, 4, "model")
        .write(
            file,
            out -> {
              out.writeUTF("linear");
              out.writeInt(1);
              out.writeUTF("loss");
              out.writeUTF("logistic");
              for (int value : new int[] {bits, 0, 0, 2}) {
                out.writeInt(value);
              }
              out.writeFloat(1);
              out.writeFloat(2);
              for (int value : new int[] {1, 3, 1, 1}) {
                out.writeInt(value);
              }
              out.writeFloat(0.5f);
            });
    Model model = ModelFile.read(file);
    assertEquals("[0.0, 0.5, 0.0]", Arrays.toString(model.weights()));
    assertEquals(new Features(bits, List.of()), model.features());
    Naming learned = bits == 0 ? Naming.INDEX : Naming.UNKNOWN;
    assertEquals(learned, model.features().learned().naming());
  }

  @ParameterizedTest
  @EnumSource(
      value = Naming.class,
      names = {"UNKNOWN", "INDEX", "TEXT"})
  void shouldRememberWhatFeaturesAreCalled(Naming naming) throws IOException {
    Path file = folder.resolve("model");
    Features features = new Features(18, List.of("ab"), Optional.empty(), naming);
    ModelFile.write(new LinearModel(Loss.SQUARED, new float[3], 0, 0, features), file);
    assertEquals(features, ModelFile.read(file).features());
  }

  @Test
  void shouldLeaveOutColumnsThatAreZero() throws IOException {
    Path file = folder.resolve("model");
    ModelFile.write(matrix("dml", 100, 3), file);
    long with = Files.size(file);
    ModelFile.write(matrix("dml", 100, 2), file);
    assertEquals(4 + 4 * 100, with - Files.size(file));
  }

  @Test
  void shouldReadAModelThatKnowsNoColumns() throws IOException {
    Path file = folder.resolve("model");
    LinearModel model = new LinearModel(Loss.SQUARED, new float[3], 0, 0, Features.plain());
    ModelFile.write(model, file);
    assertEquals(model, ModelFile.read(file));
  }

  @Test
  void shouldReplaceAFileAndLeaveNothingElse() throws IOException {
    Path file = folder.resolve("model");
    ModelFile.write(model(3), file);
    ModelFile.write(model(5), file);
    assertEquals(model(5), ModelFile.read(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNoticeEveryChangedByte(boolean linear) throws IOException {
    Path file = folder.resolve("model");
    ModelFile.write(linear ? model(7) : matrix("softmax", 3, 5), file);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 0x11;
      Files.write(file, changed);
      assertThrows(DataException.class, () -> ModelFile.read(file), "byte " + i);
    }
  }

  @Test
  void shouldNoticeEveryMissingByteAndOneTooMany() throws IOException {
    Path file = folder.resolve("model");
    ModelFile.write(model(7), file);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThrows(DataException.class, () -> ModelFile.read(file), length + " bytes");
    }
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
    assertThrows(DataException.class, () -> ModelFile.read(file));
  }

  @Test
  void shouldSayThatAFileIsNoModel() throws IOException {
    Path file = folder.resolve("text");
    Files.writeString(file, "1 2:3 4:5\n");
    DataException e = assertThrows(DataException.class, () -> ModelFile.read(file));
    assertTrue(e.getMessage().contains("text: is not a model"), e.getMessage());
    assertThrows(NoSuchFileException.class, () -> ModelFile.read(folder.resolve("none")));
    DataException whole = assertThrows(DataException.class, () -> ModelFile.read(folder));
    assertTrue(whole.getMessage().contains("the file model.papilio in it"), whole.getMessage());
  }
}
