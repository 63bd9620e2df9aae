package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerCommandTest {

  @Test
  void shouldPassOnWhatTheClassPathNeeds() {
    List<String> wanted =
        List.of(
            "--add-modules=jdk.incubator.vector",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-XX:+UseParallelGC",
            "-Xshare:auto",
            "-XX:SharedArchiveFile=/tmp/papilio.jsa",
            "-Xlog:cds*=off:stderr",
            "-Dpapilio.kernels=scalar");
    assertEquals(wanted, WorkerCommand.passedOn(wanted));
  }

  @Test
  void shouldNotPassOnAgentsPortsAndFiles() {
    List<String> unwanted =
        List.of(
            "-agentlib:jdwp=transport=dt_socket,server=y,address=5005",
            "-javaagent:/tmp/agent.jar",
            "-Xlog:gc:gc.log",
            "-XX:+FlightRecorder",
            "-Dcom.sun.management.jmxremote.port=9010",
            "-Dpapilios=1",
            "-ea");
    assertEquals(List.of(), WorkerCommand.passedOn(unwanted));
  }

  @Test
  void shouldLeaveOutTheRemarkOfTheJvmOnVectors() {
    assertTrue(WorkerCommand.isRemark("WARNING: Using incubator modules: jdk.incubator.vector"));
    assertFalse(WorkerCommand.isRemark("WARNING: Using incubator modules: jdk.incubator.other"));
    assertFalse(WorkerCommand.isRemark("WARNING: the disk is full"));
  }

  @Test
  void shouldBeginWithThisJavaAndEndWithTheSpec() {
    WorkerSpec spec = new WorkerSpec("a.Main", List.of("-x", "two words"), List.of("-Xmx64m"));
    List<String> command = WorkerCommand.of(3, spec);
    String classPath = System.getProperty("java.class.path");
    List<String> end = List.of("-Xmx64m", "-cp", classPath, "a.Main", "-x", "two words");
    assertEquals(end, command.subList(command.size() - end.size(), command.size()));
    assertTrue(command.contains("-Dfile.encoding=UTF-8"), "in any locale");
    assertTrue(command.get(0).startsWith(System.getProperty("java.home")), command.get(0));
  }

  @Test
  void shouldRejectASpecWithoutAMainClass() {
    assertThrows(IllegalArgumentException.class, () -> new WorkerSpec(" ", List.of(), List.of()));
  }
}
