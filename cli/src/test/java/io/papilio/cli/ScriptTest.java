package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code papilio}, with a build that is there and a program in place of java. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class ScriptTest {
  private static final Path ROOT = Path.of("..");

  @TempDir private Path root;

  /** A java that writes two lines to the standard error, and ends with 7. */
  private void install(String firstLine) throws IOException {
    Path java = root.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(
        java,
        """
        #!/bin/sh
        case "$*" in
          *--version*) exit 0 ;;
          *java.version*|*-XshowSettings*) echo '    java.specification.version = 17'; exit 0 ;;
        esac
        echo '%s' >&2
        echo second >&2
        exit 7
        """
            .formatted(firstLine));
    assertTrue(java.toFile().setExecutable(true));
    Path home = Files.createDirectories(root.resolve("cli/target/papilio/lib")).getParent();
    Files.writeString(home.resolve("java"), java.toRealPath() + "\n");
    Files.writeString(home.resolve("stamp"), "");
    Files.writeString(home.resolve("papilio.jsa"), "");
  }

  @BeforeEach
  void copyScript() throws IOException {
    Files.copy(ROOT.resolve("papilio"), root.resolve("papilio"));
    assertTrue(root.resolve("papilio").toFile().setExecutable(true));
    Files.createDirectories(root.resolve("config"));
    Files.copy(ROOT.resolve("config/jvm.sh"), root.resolve("config/jvm.sh"));
  }

  /** What passes through the script's filter may come after its end, when Java no longer reads. */
  private List<String> errors(String... words) throws Exception {
    String all = "\"$0\" \"$@\" 2>&1 >/dev/null | cat; exit ${PIPESTATUS[0]}";
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", all);
    builder.command().add(root.resolve("papilio").toRealPath().toString());
    builder.command().addAll(List.of(words));
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toRealPath().toString());
    Process process = builder.start();
    byte[] bytes = process.getInputStream().readAllBytes();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    assertEquals(7, process.exitValue());
    return new String(bytes, StandardCharsets.UTF_8).lines().toList();
  }

  /** The JVM remarks on the vector instructions that matrix models are started with. */
  @Test
  void shouldLeaveOutTheRemarkOnVectors() throws Exception {
    install("WARNING: Using incubator modules: jdk.incubator.vector");
    assertEquals(List.of("second"), errors("train", "--model", "softmax"));
    assertEquals(List.of("second"), errors("train", "--model=dml"));
  }

  @Test
  void shouldLeaveOutNothingElse() throws Exception {
    install("WARNING: something else");
    assertEquals(
        List.of("WARNING: something else", "second"), errors("train", "--model", "softmax"));
    assertEquals(List.of("WARNING: something else", "second"), errors("train"));
  }

  /** Its archive of classes is a help that commands do without. */
  @Test
  void shouldRunWithAJavaThatMakesNoArchive() throws Exception {
    install("first");
    Path home = root.resolve("cli/target/papilio");
    Files.writeString(home.resolve("java"), "another\n");
    assertEquals(List.of("first", "second"), errors("graph"));
    assertEquals("", Files.readString(home.resolve("papilio.jsa")));
    assertEquals(
        root.resolve("jdk/bin/java").toRealPath() + "\n", Files.readString(home.resolve("java")));
    try (Stream<Path> left = Files.list(home)) {
      assertEquals(4, left.count(), "lib, stamp, java and papilio.jsa");
    }
  }
}
