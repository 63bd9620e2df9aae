package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ContendersTest {
  private static final Job JOB = new Job(3, List.of(1, 1000), 7);

  @Test
  void shouldReadWhatPapilioWrites() {
    String json =
        """
        [ {"ranks": 2, "transport": "shm", "algorithm": "auto", "length": 1000,
           "minMicros": 3.5, "medianMicros": 4, "p99Micros": 9, "predictedMicros": 5.25,
           "correct": true},
          {"length": 1, "minMicros": 1, "medianMicros": 2, "predictedMicros": 3,
           "correct": false} ]
        """;
    assertEquals(
        List.of(
            new Timing(1000, 3.5, 4, OptionalDouble.of(5.25), true),
            new Timing(1, 1, 2, OptionalDouble.of(3), false)),
        new Papilio(Path.of("x"), "shm", false).timings(json));
  }

  @Test
  void shouldRejectOtherText() {
    Papilio papilio = new Papilio(Path.of("x"), "shm", false);
    assertThrows(IllegalArgumentException.class, () -> papilio.timings("not JSON"));
    assertThrows(IllegalArgumentException.class, () -> papilio.timings("[{\"length\": 1}]"));
  }

  @Test
  void shouldAskPapilioForOneTransport() {
    String command = String.join(" ", new Papilio(Path.of("x"), "tcp", true).command(JOB));
    assertEquals(
        Path.of("x", "papilio")
            + " bench allreduce --ranks 3 --transport tcp --lengths 1,1000 --samples 7 --json -"
            + " --calibrate",
        command);
  }

  /** Each version has its own name for shared memory; TCP must not fall back to it. */
  @Test
  void shouldHoldOpenMpiToOneTransport() {
    assertTrue(openMpi("4.1.4", "shm").contains(" --mca btl self,vader "));
    assertTrue(openMpi("5.0.3", "shm").contains(" --mca btl self,sm "));
    String tcp = openMpi("4.1.4", "tcp");
    assertTrue(tcp.contains(" --mca btl self,tcp --mca btl_tcp_if_include lo "), tcp);
    assertTrue(tcp.endsWith(" -np 3 allreduce 7 1 1000"), tcp);
  }

  private static String openMpi(String version, String transport) {
    return String.join(" ", new OpenMpi(Path.of("allreduce"), version, transport).command(JOB));
  }

  @Test
  void shouldKnowOpenMpiFromOthers() {
    assertEquals(Optional.of("4.1.4"), OpenMpi.version("mpirun (Open MPI) 4.1.4\n\nReport bugs"));
    assertEquals(Optional.empty(), OpenMpi.version("HYDRA build details:\n    Version: 4.0.2"));
  }

  @Test
  void shouldStartGloo() {
    Gloo gloo = new Gloo("python3", "1.13", Path.of("gloo.py"));
    assertEquals(List.of("python3", "gloo.py", "3", "7", "1", "1000"), gloo.command(JOB));
    assertEquals(
        List.of(new Timing(1, 2, 3, OptionalDouble.empty(), true)),
        gloo.timings("allreduce 1 2 3 right"));
  }
}
