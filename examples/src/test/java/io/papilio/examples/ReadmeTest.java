package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the README shows is what runs. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CODE =
      Pattern.compile("```java\n(.*?)```|<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL);

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /** The first piece of code of a document, or of its Javadoc, is a part of an example. */
  @ParameterizedTest
  @CsvSource({
    "README.md, FiveLines",
    "docs/collectives.md, GradientAverage",
    "learn/src/main/javadoc/overview.html, FiveLines",
    "learn/src/main/java/io/papilio/learn/Papilio.java, FiveLines",
    "learn/src/main/java/io/papilio/learn/model/Model.java, FiveLines"
  })
  void shouldShowCodeThatRuns(String document, String example) throws IOException {
    Matcher block = CODE.matcher(read(document));
    assertTrue(block.find(), "no code in " + document);
    String shown =
        Stream.of(block.group(1), block.group(2))
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    String code = words(shown.replaceAll("(?m)^ \\*", ""));
    String source = words(read("examples/src/main/java/io/papilio/examples/" + example + ".java"));
    assertTrue(source.contains(code), code);
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  @Test
  void shouldTrainInFiveLines(@TempDir Path folder) throws IOException {
    Path table = folder.resolve("people.csv");
    Files.writeString(table, "label,age,height\n" + "0,21,1.7\n1,45,1.8\n".repeat(50));
    assertTrue(FiveLines.run(table.toString(), folder) > 0.5);
  }

  /** The list of this test's class path has the example's algorithm as well, which is left out. */
  @Test
  void shouldQuoteTheTableOfAlgorithms() throws IOException {
    String printed = StarAllReduceTest.papilio("algorithms", "--workers", "12");
    List<String> shipped =
        printed.lines().filter(line -> !line.contains(new StarAllReduce().summary())).toList();
    assertEquals(16, shipped.size(), printed);
    String readme = read("docs/collectives.md");
    for (String line : shipped) {
      assertTrue(
          readme.contains(line.stripTrailing()), () -> "not in docs/collectives.md: " + line);
    }
  }
}
