package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllReduceMeasurementTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  private final AllReduceMeasurement measurement =
      new AllReduceMeasurement(new Workplace(Path.of("x"), Path.of("y"), Path.of("z")));

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  void shouldAskPapilioForOneTransport() throws IOException {
    JsonNode told =
        json("{'contender': 'tcp', 'ranks': 3, 'algorithms': 'auto,ring', 'calibrate': true}");
    assertEquals(
        Path.of("x", "papilio")
            + " bench allreduce --ranks 3 --transport tcp --lengths 1,1000 --samples 7"
            + " --algorithms auto,ring --json - --calibrate",
        String.join(" ", measurement.command(told, List.of("1", "1000"))));
  }

  @Test
  void shouldReadTheLinesThatMatter() throws Exception {
    String script = "echo a warning; for n in $2 $3; do echo allreduce $n 0.820 $0 right; done";
    JsonNode told =
        json(
            "{'command': ['sh', '-c', '%s'], 'ranks': 2, 'lengths': [1e3, 1e7, 1e9]}"
                .formatted(script));
    assertEquals(
        List.of(
            Map.of("length", 1000, "minMicros", 0.82, "medianMicros", 2.0, "correct", true),
            Map.of("length", 10_000_000, "minMicros", 0.82, "medianMicros", 2.0, "correct", true)),
        measurement.measure(told));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"echo allreduce 1 2 3 wrong", "echo allreduce 2 2 3 right; exit 3", "true"})
  void shouldFailIfSumsAreWrongOrMissing(String script) throws IOException {
    JsonNode told =
        json("{'command': ['sh', '-c', '%s'], 'ranks': 2, 'lengths': [1]}".formatted(script));
    assertTrue(
        assertThrows(Exception.class, () -> measurement.measure(told)) instanceof IOException
            == script.contains("exit"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"allreduce", "allreduce 1 2 3", "allreduce 1 2 3 yes", "allreduce x 2 3 right"})
  void shouldRejectWhatItDoesNotUnderstand(String output) {
    assertThrows(IllegalArgumentException.class, () -> AllReduceMeasurement.lines(output));
  }

  /** Each version has its own name for shared memory; TCP must not fall back to it. */
  @ParameterizedTest
  @CsvSource({
    "4.1.4, shm, '--mca btl self,vader -np 3'",
    "5.0.3, shm, '--mca btl self,sm -np 3'",
    "4.1.4, tcp, '--mca btl self,tcp --mca btl_tcp_if_include lo -np 3'"
  })
  void shouldHoldOpenMpiToOneTransport(String version, String transport, String words)
      throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    executable(bin.resolve("mpicc"), "exit 0");
    executable(
        bin.resolve("mpirun"),
        "[ \"$1\" = --version ] && echo 'mpirun (Open MPI) " + version + "' || echo \"$@\"");
    Path script = ROOT.resolve("bench/peers/openmpi");
    String command = "PATH=%s:$PATH %s %s 3 7 1 1000".formatted(bin, script, transport);
    String said = Child.output(List.of("bash", "-c", command)).strip();
    assertTrue(said.contains(" --mca pml ob1 " + words + " "), said);
    assertTrue(said.endsWith("/allreduce 7 1 1000"), said);
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }
}
