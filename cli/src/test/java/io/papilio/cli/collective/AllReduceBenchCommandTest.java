package io.papilio.cli.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllReduceBenchCommandTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"inproc, 3", "shm, 1", "tcp, 1"})
  void shouldTimeEachAlgorithmAndLength(String transport, int samples) throws IOException {
    Path file = folder.resolve("bench.json");
    Run run =
        Run.succeeds(
            "bench",
            "allreduce",
            "--ranks=3",
            "--transport=" + transport,
            "--lengths=10,2e3",
            "--algorithms=auto,ring",
            "--samples=" + samples,
            "--json=" + file);
    JsonNode rows = Run.json(file);
    List<String> order = new ArrayList<>();
    for (JsonNode row : rows) {
      List<String> names = new ArrayList<>();
      row.fieldNames().forEachRemaining(names::add);
      assertEquals(
          List.of(
              "ranks",
              "transport",
              "algorithm",
              "length",
              "minMicros",
              "medianMicros",
              "p99Micros",
              "predictedMicros",
              "correct"),
          names);
      order.add(row.get("algorithm").textValue() + " " + row.get("length").intValue());
      assertEquals(3, row.get("ranks").intValue());
      assertEquals(transport, row.get("transport").textValue());
      double min = row.get("minMicros").doubleValue();
      double median = row.get("medianMicros").doubleValue();
      assertTrue(0 < min && min <= median, row.toString());
      assertTrue(median <= row.get("p99Micros").doubleValue(), row.toString());
      assertTrue(row.get("predictedMicros").doubleValue() > 0, row.toString());
      assertTrue(row.get("correct").booleanValue(), row.toString());
    }
    assertEquals(List.of("auto 10", "ring 10", "auto 2000", "ring 2000"), order);
    assertEquals(5, run.out().lines().count(), run.out());
    assertTrue(run.err().contains("bench allreduce: 2000 elements"), run.err());
  }

  @Test
  void shouldRefuseBadInput() {
    Run.isRefused("Missing required option: '--ranks=N'", "bench", "allreduce");
    Run.isRefused(
        "--throttle has no use with threads; it needs --transport tcp or shm",
        "bench",
        "allreduce",
        "--ranks=2",
        "--throttle=10mbit");
    Run.isRefused("cannot run 0 ranks", "bench", "allreduce", "--ranks=0");
    Run.isRefused("cannot run 257 ranks", "bench", "allreduce", "--ranks=257");
    Run.isRefused("cannot take 0 samples", "bench", "allreduce", "--ranks=2", "--samples=0");
    Run.isRefused("inproc, shm, tcp", "bench", "allreduce", "--ranks=2", "--transport=pigeon");
    Run.isRefused(
        "no all-reduce algorithm 'rung'", "bench", "allreduce", "--ranks=2", "--algorithms=rung");
    Run.isRefused(
        "more than there is: see PAPILIO_JAVA_OPTS",
        "bench",
        "allreduce",
        "--ranks=256",
        "--lengths=2e9");
    Run.isRefused("--join is for processes", "bench", "allreduce", "--ranks=2", "--join=a:1");
    Run.isRefused("'fast' is no speed", "bench", "allreduce", "--ranks=2", "--throttle=fast");
    for (String option : List.of("--throttle=0mbit", "--tls=a.pem", "--secret-file=s")) {
      Run.isRefused("", "bench", "allreduce", "--ranks=2", "--transport=tcp", option);
    }
    String nowhere = folder.resolve("no/where.json").toString();
    Run.isRefused("no such file", "bench", "allreduce", "--ranks=2", "--json=" + nowhere);
  }
}
