package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/** What documents show is what tests run, between lines that say begin and end. */
public final class Documents {
  private static final Path ROOT = Path.of("..");

  private Documents() {}

  /** All such pieces of a test are in the README or in docs/spark.md. */
  public static void assertShown(Class<?> test) throws IOException {
    String shown =
        words(
            Files.readString(ROOT.resolve("README.md"))
                + Files.readString(ROOT.resolve("docs/spark.md")));
    Path source = Path.of("src/test/java", test.getName().replace('.', '/') + ".java");
    String[] parts = Files.readString(source).split("\n *// begin\n");
    assertTrue(parts.length > 1, "nothing to show in " + source);
    for (String part : Arrays.copyOfRange(parts, 1, parts.length)) {
      String code = words(part.split("\n *// end\n")[0]);
      assertTrue(shown.contains(code), "no document shows: " + code);
    }
  }

  private static String words(String text) {
    return Pattern.compile("\\s+").matcher(text).replaceAll(" ").strip();
  }
}
