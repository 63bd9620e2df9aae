package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.launch.LineSink.Stream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes: each worker does what its life line tells it to. */
@Timeout(60)
class LauncherTest {
  private static final int KILLED = 128 + 9;
  private static final int TERMINATED = 128 + 15;

  private final Lines lines = new Lines();
  private final List<ProcessHandle> strays = new ArrayList<>();

  @AfterEach
  void endWhatATestLeft() {
    strays.forEach(ProcessHandle::destroyForcibly);
  }

  private Launcher start(int workers, IntFunction<List<String>> orders) {
    return Launcher.start(workers, ObedientWorker.spec(), orders, lines);
  }

  private Launcher start(String... orders) {
    return start(1, rank -> List.of(orders));
  }

  private static void end(Launcher launcher) {
    launcher.close();
  }

  /** The workers that this JVM has started; others, such as Maven, may start processes as well. */
  private static List<ProcessHandle> children() {
    String worker = ObedientWorker.class.getName();
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(worker))
        .toList();
  }

  private static List<Integer> codes(List<Exit> exits) {
    return exits.stream().map(Exit::code).toList();
  }

  private static List<String> counted(String prefix, int numbers) {
    return IntStream.range(0, numbers).mapToObj(i -> prefix + i).toList();
  }

  @Test
  void shouldPassOnAllThatAWorkerPrintsBeforeItsExit() throws InterruptedException {
    int numbers = 3_000;
    String last = "größer → \ud83e\udd8b";
    List<List<String>> heardBefore = new ArrayList<>();
    try (Launcher launcher = start(3, rank -> List.of("count " + numbers, "mutter " + last))) {
      launcher.onExit(exit -> heardBefore.add(lines.of(exit.rank(), Stream.STDOUT)));
      launcher.await();
    }
    List<String> expected = new ArrayList<>(counted("out ", numbers));
    expected.add(last);
    assertEquals(List.of(expected, expected, expected), heardBefore);
    for (int rank = 0; rank < 3; rank++) {
      List<String> errors = lines.of(rank, Stream.STDERR);
      int first = errors.size() - numbers; // a JVM may say which options it picked up
      assertEquals(counted("err ", numbers), errors.subList(first, errors.size()));
    }
  }

  @Test
  void shouldNotTellOfAnExitWhileTheSinkHasALine() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    CompletableFuture<Boolean> early = new CompletableFuture<>();
    LineSink slow =
        (rank, stream, text) -> {
          try {
            // The worker is long gone by then.
            early.complete(told.await(1_200, TimeUnit.MILLISECONDS));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    WorkerSpec spec = ObedientWorker.spec();
    try (Launcher launcher = Launcher.start(1, spec, rank -> List.of("say last"), slow)) {
      launcher.onExit(exit -> told.countDown());
      launcher.await();
    }
    assertFalse(early.join());
  }

  @Test
  void shouldSayHowEachWorkerEndedAsItHappens() throws InterruptedException {
    List<List<String>> orders =
        List.of(List.of("pid", "wait"), List.of("exit 3"), List.of("say done"));
    BlockingQueue<Exit> heard = new LinkedBlockingQueue<>();
    try (Launcher launcher = start(3, orders::get)) {
      launcher.onExit(heard::add);
      List<Exit> first = List.of(heard.take(), heard.take());
      assertEquals(3, first.stream().mapToInt(Exit::rank).sum(), "the first still runs");
      ProcessHandle killed = lines.awaitProcess(0, 0);
      killed.destroyForcibly();
      List<Exit> exits = launcher.await();
      assertEquals(List.of(KILLED, 3, 0), codes(exits));
      assertEquals(new Exit(0, killed.pid(), KILLED), exits.get(0));
      assertEquals(exits.get(0), heard.poll(), "told before await returns");
      launcher.onExit(heard::add);
      assertEquals(Set.copyOf(exits), Set.copyOf(heard), "told of those that ended before");
    }
  }

  @Test
  void shouldLetAListenerCloseIt() throws InterruptedException {
    List<List<String>> orders = List.of(List.of("wait"), List.of("exit 3"), List.of("wait"));
    try (Launcher launcher = start(3, orders::get)) {
      launcher.onExit(exit -> end(launcher));
      assertEquals(List.of(TERMINATED, 3, TERMINATED), codes(launcher.await()));
    }
  }

  @Test
  void shouldKeepCredentialsFromOtherEyes() throws Exception {
    String secret = "f00dcafe";
    Launcher launcher = start("pid", "say " + secret, "wait");
    try (launcher) {
      ProcessHandle worker = lines.awaitProcess(0, 0);
      assertEquals(List.of(worker.pid()), launcher.pids());
      assertEquals(secret, lines.await(0, 1));
      String command = worker.info().commandLine().orElseThrow();
      assertTrue(command.contains(ObedientWorker.class.getName()), command);
      assertFalse(command.contains(secret), command);
      List<String> arguments = List.of(worker.info().arguments().orElse(new String[0]));
      assertFalse(arguments.toString().contains(secret), arguments::toString);
      Path environment = Path.of("/proc/" + worker.pid() + "/environ");
      if (Files.exists(environment)) { // on Linux
        String text = Files.readString(environment, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("PATH="), text);
        assertFalse(text.contains(secret), text);
      }
    }
  }

  @Test
  void shouldLetWorkersSayGoodbyeWhenClosed() throws InterruptedException {
    Launcher launcher = start(2, rank -> List.of("farewell", "pid", "wait"));
    try (launcher) {
      strays.add(lines.awaitProcess(0, 0));
      strays.add(lines.awaitProcess(1, 0));
    }
    strays.forEach(worker -> assertFalse(worker.isAlive()));
    assertEquals("bye", lines.of(0, Stream.STDOUT).get(1));
    assertEquals("bye", lines.of(1, Stream.STDOUT).get(1));
    assertEquals(List.of(TERMINATED, TERMINATED), codes(launcher.await()));
  }

  @Test
  void shouldKillAWorkerThatDoesNotWantToEndAndWhatItStarted() throws Exception {
    Launcher launcher = start("stubborn", "pid", "child", "wait");
    try (launcher) {
      strays.add(lines.awaitProcess(0, 0));
      strays.add(lines.awaitProcess(0, 1));
    }
    assertFalse(strays.get(0).isAlive());
    Processes.awaitEnd(strays.get(1));
    assertEquals(List.of(KILLED), codes(launcher.await()));
  }

  /** While another runs it may yet recover, or say why it hung. */
  @Test
  void shouldKillAWorkerThatWasGivenUpWhenNoOtherIsLeft() throws Exception {
    IntFunction<List<String>> orders =
        rank -> rank == 0 ? List.of("pid", "wait") : List.of("stubborn", "pid", "wait");
    try (Launcher launcher = start(2, orders)) {
      ProcessHandle other = lines.awaitProcess(0, 0);
      ProcessHandle lost = lines.awaitProcess(1, 0);
      strays.addAll(List.of(other, lost));
      CompletableFuture<List<Exit>> exits = CompletableFuture.supplyAsync(() -> exits(launcher));
      launcher.giveUp(lost.pid());
      assertTrue(lost.isAlive() && !exits.isDone());
      other.destroyForcibly();
      assertEquals(List.of(KILLED, KILLED), codes(exits.get(20, TimeUnit.SECONDS)));
    }
  }

  private static List<Exit> exits(Launcher launcher) {
    try {
      return launcher.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldNotWaitForWhatAWorkerLeftBehind() throws InterruptedException {
    try (Launcher launcher = start("child", "exit 3")) {
      strays.add(lines.awaitProcess(0, 0));
      assertEquals(List.of(3), codes(launcher.await()));
      assertTrue(strays.get(0).isAlive(), "it is not the launcher's to end");
    }
  }

  @Test
  void shouldLeaveNoneIfOneCannotBeStarted() {
    IllegalStateException error = new IllegalStateException("no credentials");
    IntFunction<List<String>> orders =
        rank -> {
          if (rank == 0) {
            return List.of("wait");
          }
          children().forEach(strays::add);
          throw error;
        };
    assertEquals(error, assertThrows(IllegalStateException.class, () -> start(2, orders)));
    assertEquals(1, strays.size());
    assertFalse(strays.get(0).isAlive());
  }

  @Test
  void shouldSayThatThereIsNoJava() {
    String home = System.getProperty("java.home");
    System.setProperty("java.home", "/nowhere");
    try {
      Exception error = assertThrows(UncheckedIOException.class, () -> start("wait"));
      assertEquals("worker 0 cannot be started with /nowhere/bin/java", error.getMessage());
    } finally {
      System.setProperty("java.home", home);
    }
  }

  @Test
  void shouldReportAJvmThatDoesNotStart() throws InterruptedException {
    WorkerSpec spec = new WorkerSpec("NoSuchClass", List.of(), ObedientWorker.JVM_OPTIONS);
    try (Launcher launcher = Launcher.start(1, spec, rank -> List.of("x"), lines)) {
      assertEquals(List.of(1), codes(launcher.await()));
    }
    assertTrue(lines.of(0, Stream.STDERR).toString().contains("NoSuchClass"));
  }

  @Test
  void shouldRejectWhatItCannotDo() {
    assertThrows(IllegalArgumentException.class, () -> start(0, rank -> List.of()));
    assertThrows(IllegalArgumentException.class, () -> start("say a", "", "say b"));
    assertThrows(IllegalArgumentException.class, () -> start("say a\nsay b"));
  }
}
