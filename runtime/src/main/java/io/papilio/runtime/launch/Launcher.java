package io.papilio.runtime.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Workers of this machine, each a JVM of its own.
 *
 * <pre>{@code
 * WorkerSpec spec = new WorkerSpec("com.example.Train", List.of("--epochs", "3"), List.of());
 * LineSink sink = LineSink.prefixed(System.out, System.err);
 * try (Launcher launcher = Launcher.start(4, spec, rank -> List.of("key " + key), sink)) {
 *   launcher.onExit(exit -> System.err.println(exit.describe()));
 *   launcher.await();
 * }
 * }</pre>
 *
 * <p>No worker stays behind: {@link #close} ends them, so does a shutdown hook if this JVM is told
 * to stop, and if it is killed without a word each worker's {@link LifeLine} is cut.
 */
public final class Launcher implements AutoCloseable {
  /** How long a worker that is asked to end may take to do so. */
  private static final long GRACE_MILLIS = 2_000;

  private final int size;
  private final List<WorkerJvm> workers = new CopyOnWriteArrayList<>();
  private final Thread hook = new Thread(this::close, "papilio-launcher-close");
  private final List<Consumer<Exit>> listeners = new ArrayList<>();
  private final List<Exit> exits = new ArrayList<>();
  private final Set<Long> lost = new HashSet<>();

  private Launcher(int size) {
    this.size = size;
  }

  /**
   * Starts workers; if one cannot be started, none is left.
   *
   * @param credentials what each rank reads from its life line: a few lines, none of them empty.
   *     They are on no command line and in no environment, where others could read them
   * @throws UncheckedIOException if java cannot be run
   */
  public static Launcher start(
      int workers, WorkerSpec spec, IntFunction<List<String>> credentials, LineSink sink) {
    if (workers < 1) {
      throw new IllegalArgumentException("cannot start " + workers + " workers");
    }
    List<String> command = WorkerCommand.of(workers, spec);
    Launcher launcher = new Launcher(workers);
    Runtime.getRuntime().addShutdownHook(launcher.hook);
    try {
      for (int rank = 0; rank < workers; rank++) {
        List<String> lines = checked(credentials.apply(rank));
        WorkerJvm worker = new WorkerJvm(rank, launch(rank, command), sink);
        launcher.workers.add(worker);
        worker.watch(launcher::ended);
        worker.send(lines);
      }
      return launcher;
    } catch (RuntimeException | Error e) {
      launcher.close();
      throw e;
    }
  }

  private static List<String> checked(List<String> lines) {
    for (String line : lines) {
      if (line.isEmpty() || line.contains("\n") || line.contains("\r")) {
        throw new IllegalArgumentException("credentials have an empty line or a line break");
      }
    }
    return lines;
  }

  private static Process launch(int rank, List<String> command) {
    try {
      return new ProcessBuilder(command).start();
    } catch (IOException e) {
      String java = command.get(0);
      throw new UncheckedIOException("worker " + rank + " cannot be started with " + java, e);
    }
  }

  /**
   * Tells of each worker that ends, as soon as it has and all that it printed was passed on; also
   * of those that ended before. One is told of at a time. A listener may close this launcher.
   */
  public synchronized void onExit(Consumer<Exit> listener) {
    exits.forEach(listener);
    listeners.add(listener);
  }

  private synchronized void ended(Exit exit) {
    exits.add(exit);
    try {
      listeners.forEach(listener -> listener.accept(exit));
    } finally {
      notifyAll();
    }
  }

  /** The processes, in the order of ranks. */
  public List<Long> pids() {
    return workers.stream().map(WorkerJvm::pid).toList();
  }

  /**
   * A worker is not to be waited for: it hangs, or nobody hears of it. It is killed when no other
   * is left, or by {@link #close}.
   */
  public synchronized void giveUp(long pid) {
    lost.add(pid);
    notifyAll();
  }

  /**
   * Waits until all have ended and the listeners know; the ends are in the order of ranks. Those
   * who were given up are killed when all others have ended.
   */
  public synchronized List<Exit> await() throws InterruptedException {
    while (exits.size() < size) {
      Set<Long> ended = exits.stream().map(Exit::pid).collect(Collectors.toSet());
      List<WorkerJvm> left = workers.stream().filter(each -> !ended.contains(each.pid())).toList();
      if (left.stream().allMatch(each -> lost.contains(each.pid()))) {
        left.forEach(WorkerJvm::kill);
      }
      wait();
    }
    return exits.stream().sorted(Comparator.comparingInt(Exit::rank)).toList();
  }

  /**
   * Ends the workers that still run: asks them, and after two seconds kills them and what they have
   * started. Returns when they are gone.
   */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is about to end: perhaps it is the hook that calls.
    }
    workers.forEach(WorkerJvm::askToEnd);
    if (!allEnd()) {
      workers.forEach(WorkerJvm::kill);
      allEnd(); // not for ever: what is left of a killed worker is lines for a sink that waits
    }
  }

  private boolean allEnd() {
    CompletableFuture<?>[] ends =
        workers.stream().map(WorkerJvm::ended).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(ends)
        .thenApply(ignored -> true)
        .completeOnTimeout(false, GRACE_MILLIS, TimeUnit.MILLISECONDS)
        .join();
  }
}
