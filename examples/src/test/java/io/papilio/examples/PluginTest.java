package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.examples.Ratings.MadeUpRatings;
import io.papilio.learn.data.write.RowWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A family of one's own in a jar, and the script {@code ./papilio}, which has never heard of it.
 */
class PluginTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;
  private Path plugin;

  /** What a build leaves: all jars but that of the examples, and signs that nothing is stale. */
  @BeforeEach
  void build() throws IOException {
    Files.copy(ROOT.resolve("papilio"), folder.resolve("papilio"));
    Files.createDirectories(folder.resolve("config"));
    Files.copy(ROOT.resolve("config/jvm.sh"), folder.resolve("config/jvm.sh"));
    Path home = folder.resolve("cli/target/papilio");
    Path lib = Files.createDirectories(home.resolve("lib"));
    Path examples =
        Path.of(Ratings.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    plugin = folder.resolve("ratings.jar");
    put(examples, plugin);
    List<Path> all =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(Files::exists)
            .filter(entry -> !entry.startsWith(ROOT.resolve("examples")))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      put(all.get(i), lib.resolve(i + ".jar"));
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.writeString(home.resolve("stamp"), "");
    Files.writeString(home.resolve("papilio.jsa"), "");
    Files.writeString(home.resolve("java"), java.toRealPath() + "\n");
  }

  /** Makes a jar of a jar or of a folder of classes. */
  private static void put(Path entry, Path jar) throws IOException {
    if (!Files.isDirectory(entry)) {
      Files.copy(entry, jar);
      return;
    }
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> found = Files.walk(entry)) {
      for (Path one : found.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(entry.relativize(one).toString()));
        Files.copy(one, out);
      }
    }
  }

  private record Run(int code, String said) {}

  private Run papilio(String plugins, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(folder.resolve("papilio").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("PAPILIO_PLUGINS", plugins);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), said);
  }

  private String file(String name, int from, int count) throws IOException {
    Path file = folder.resolve(name);
    try (RowWriter writer = RowWriter.libsvm(file)) {
      writer.write(new MadeUpRatings(7).rows(from, count));
    }
    return file.toString();
  }

  @Test
  void shouldTrainPredictAndEvaluateAFamilyOfOnesOwn() throws Exception {
    String train = file("train.svm", 0, 300);
    String test = file("test.svm", 300, 50);
    String model = folder.resolve("model").toString();
    String[] training = {"train", "--model", "ratings", "--data", train, "--out", model};
    Run without = papilio("", training);
    assertEquals(2, without.code, without.said);
    assertTrue(without.said.contains("no model family 'ratings'"), without.said);

    Run trained = papilio(plugin.toString(), training);
    assertEquals(0, trained.code, trained.said);
    Run judged = papilio(plugin.toString(), "eval", "--model-file", model, "--data", test);
    assertTrue(judged.code == 0 && judged.said.contains("rmse"), judged.said);
    Run predicted = papilio(plugin.toString(), "predict", "--model-file", model, "--data", test);
    assertEquals(0, predicted.code, predicted.said);
    assertEquals(50, predicted.said.lines().mapToDouble(Double::parseDouble).count());
  }
}
