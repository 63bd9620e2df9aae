package io.papilio.runtime.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A worker that is no launcher's: one that comes later, or that runs somewhere else. */
final class Recruit implements AutoCloseable {
  private final Process process;
  private final Thread reader;

  /** {@code lines} are its invitation; it runs behind a prefix, if that is not empty. */
  Recruit(List<String> prefix, List<String> command, List<String> lines, Consumer<String> sink)
      throws IOException {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(command);
    process = new ProcessBuilder(all).redirectErrorStream(true).start();
    OutputStream lifeLine = process.getOutputStream();
    lifeLine.write((String.join("\n", lines) + "\n\n").getBytes(StandardCharsets.UTF_8));
    lifeLine.flush();
    reader = new Thread(() -> read(sink), "recruit");
    reader.setDaemon(true);
    reader.start();
  }

  /** How to run a main class of these tests. */
  static List<String> java(List<String> options, String main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    return command;
  }

  private void read(Consumer<String> sink) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(sink);
    } catch (IOException | UncheckedIOException e) {
      sink.accept("cannot be heard any more: " + e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Ends it if need be. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
