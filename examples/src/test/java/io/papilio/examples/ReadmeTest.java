package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what runs. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  @Test
  void shouldShowCodeThatRuns() throws IOException {
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(read("README.md"));
    assertTrue(block.find(), "no code in the README");
    String source =
        read("examples/src/main/java/io/papilio/examples/GradientAverage.java")
            .replaceAll("(?m)^\\s+", "");
    assertTrue(source.contains(block.group(1).replaceAll("(?m)^\\s+", "").strip()));
  }

  /** The list of this test's class path has the example's algorithm as well, which is left out. */
  @Test
  void shouldQuoteTheTableOfAlgorithms() throws IOException {
    String printed = StarAllReduceTest.papilio("algorithms", "--workers", "12");
    List<String> shipped =
        printed.lines().filter(line -> !line.contains(new StarAllReduce().summary())).toList();
    assertEquals(16, shipped.size(), printed);
    String readme = read("README.md");
    for (String line : shipped) {
      assertTrue(readme.contains(line.stripTrailing()), () -> "not in the README: " + line);
    }
  }
}
