package io.papilio.runtime.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One process, with two threads that read what it prints and one that sees its end.
 *
 * <p>It is signalled through its handle: {@link Process#destroy} would close the pipes as well, and
 * with them cut the life line and lose the worker's last words.
 */
final class WorkerJvm {
  private final int rank;
  private final Process process;
  private final LinePump stdout;
  private final LinePump stderr;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  WorkerJvm(int rank, Process process, LineSink sink) {
    this.rank = rank;
    this.process = process;
    this.stdout =
        new LinePump(
            process.getInputStream(),
            text -> sink.line(rank, LineSink.Stream.STDOUT, text),
            "papilio-worker-" + rank + "-stdout");
    this.stderr =
        new LinePump(
            process.getErrorStream(),
            text -> {
              if (!WorkerCommand.isRemark(text)) {
                sink.line(rank, LineSink.Stream.STDERR, text);
              }
            },
            "papilio-worker-" + rank + "-stderr");
  }

  long pid() {
    return process.pid();
  }

  /** Reads on until the worker ends and its last line has been passed on; then says so. */
  void watch(Consumer<Exit> listener) {
    stdout.start();
    stderr.start();
    Thread watcher = new Thread(() -> listener.accept(exit()), "papilio-worker-" + rank + "-exit");
    watcher.setDaemon(true);
    watcher.start();
  }

  private Exit exit() {
    while (true) {
      try {
        int code = process.waitFor();
        stdout.drain();
        stderr.drain();
        ended.complete(null);
        return new Exit(rank, process.pid(), code);
      } catch (InterruptedException e) {
        // Whoever meant to stop something did not mean this: somebody waits for what it sees.
      }
    }
  }

  /** Sends lines that are not empty, and the empty one; the pipe stays open. */
  void send(List<String> lines) {
    String text = String.join("\n", lines) + (lines.isEmpty() ? "\n" : "\n\n");
    try {
      OutputStream stdin = process.getOutputStream();
      stdin.write(text.getBytes(StandardCharsets.UTF_8));
      stdin.flush();
    } catch (IOException e) {
      // It has ended already; its exit will say how.
    }
  }

  void askToEnd() {
    process.toHandle().destroy();
  }

  /** Ends it if need be, with all that it has started. */
  void kill() {
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** Completed when the process is gone and the sink has its last line. */
  CompletableFuture<Void> ended() {
    return ended;
  }
}
