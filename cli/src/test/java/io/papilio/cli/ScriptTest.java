package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        case "$*" in *--version*) exit 0 ;; esac
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

  private List<String> errors(String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(words)));
    builder.command().add(0, root.resolve("papilio").toRealPath().toString());
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toRealPath().toString());
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    byte[] bytes = process.getErrorStream().readAllBytes();
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
}
