package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers end with their launcher, in whichever way that one ends. */
@Timeout(60)
class LifeLineTest {
  private static final int WORKERS = 2;

  private final List<ProcessHandle> workers = new ArrayList<>();
  private Process launcher;

  /** A launcher with a JVM of its own, so that a test can end it. */
  static final class LauncherProgram {
    private LauncherProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
      LineSink sink = LineSink.prefixed(System.out, System.err);
      List<String> orders = List.of("farewell", "pid", "wait");
      Launcher.start(WORKERS, ObedientWorker.spec(), rank -> orders, sink).await();
    }
  }

  private static Process start(Class<?> mainClass) throws IOException {
    WorkerSpec spec = new WorkerSpec(mainClass.getName(), List.of(), ObedientWorker.JVM_OPTIONS);
    return new ProcessBuilder(WorkerCommand.of(1, spec)).start();
  }

  @AfterEach
  void endWhatATestLeft() {
    launcher.destroyForcibly();
    workers.forEach(ProcessHandle::destroyForcibly);
  }

  /** Starts a launcher; its workers run when this returns. */
  private BufferedReader launch() throws IOException {
    launcher = start(LauncherProgram.class);
    BufferedReader output = launcher.inputReader(StandardCharsets.UTF_8);
    for (int i = 0; i < WORKERS; i++) {
      String[] words = output.readLine().split(" "); // [rank] pid
      workers.add(ProcessHandle.of(Long.parseLong(words[1])).orElseThrow());
    }
    return output;
  }

  private void assertThatWorkersEnd() throws Exception {
    for (ProcessHandle worker : workers) {
      Processes.awaitEnd(worker);
    }
  }

  @Test
  void shouldEndTheWorkersOfALauncherThatIsKilled() throws Exception {
    launch();
    launcher.toHandle().destroyForcibly();
    assertThatWorkersEnd();
  }

  @Test
  void shouldAskTheWorkersOfALauncherThatIsToldToEnd() throws Exception {
    BufferedReader output = launch();
    launcher.toHandle().destroy();
    Set<String> last = new TreeSet<>(output.lines().toList());
    assertEquals(Set.of("[0] bye", "[1] bye"), last);
    assertEquals(128 + 15, launcher.waitFor());
    assertThatWorkersEnd();
  }

  @Test
  void shouldEndWithACodeOfItsOwn() throws Exception {
    launcher = start(ObedientWorker.class);
    launcher.getOutputStream().write("farewell\nsay hello\nwait\n\n".getBytes());
    launcher.getOutputStream().flush();
    BufferedReader output = launcher.inputReader();
    assertEquals("hello", output.readLine());
    launcher.getOutputStream().close();
    assertEquals(LifeLine.LAUNCHER_GONE, launcher.waitFor());
    assertEquals(List.of(), output.lines().toList());
    String last = launcher.errorReader().lines().reduce("", (before, line) -> line);
    assertEquals("papilio: the launcher of this worker is gone, so it ends", last);
  }

  @Test
  void shouldEndIfTheLauncherDiesInMidSentence() throws Exception {
    launcher = start(ObedientWorker.class);
    launcher.getOutputStream().write("say hello\n".getBytes());
    launcher.getOutputStream().close();
    assertEquals(LifeLine.LAUNCHER_GONE, launcher.waitFor());
    assertFalse(launcher.inputReader().ready(), "it has not begun");
  }
}
