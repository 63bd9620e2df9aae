package io.papilio.learn.data.read;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.RowParser;
import io.papilio.learn.data.format.Text;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Parses texts on several threads, and hands on the rows in the order of the texts.
 *
 * <pre>
 *   add ->  text 5 | 4 | 3   ->  threads  ->  rows 2 | 1 | 0  ->  sink
 * </pre>
 *
 * Since the order is kept, the lines of all texts before a bad one are counted when it is its turn,
 * and the first bad line is the first of the files. Only a few texts are under way at a time: who
 * adds too fast has to wait. For use by one thread, which is also the one that calls the sink.
 */
final class Pipeline implements AutoCloseable {
  private static final int BLOCK_ENTRIES = 1 << 21; // 16 MiB: a block wastes little of the heap

  private final ExecutorService executor;
  private final List<Thread> threads = new ArrayList<>();
  private final int mostPending;
  private final Part.Choice choice;
  private final Consumer<SparseRows> sink;
  private final Queue<Pending> pending = new ArrayDeque<>();
  private final Queue<RowsBuilder> builders = new ConcurrentLinkedQueue<>();

  /** Where texts come from: hands them on, one after the other, as long as they are wanted. */
  @FunctionalInterface
  interface Texts {
    void read(Predicate<Text> wants) throws IOException;
  }

  /** A file under way, and what is known of it so far. */
  static final class Progress {
    private final Inputs.Input source;
    private final Supplier<RowParser> parsers;
    private long lines;
    private long rows;
    private long badLines;
    private Optional<Report.BadLine> firstBad = Optional.empty();

    Progress(Inputs.Input source, Supplier<RowParser> parsers, long linesBefore) {
      this.source = source;
      this.parsers = parsers;
      this.lines = linesBefore;
    }

    Inputs.Input source() {
      return source;
    }

    Report.InputCount count() {
      return new Report.InputCount(source.argument(), rows, badLines, firstBad);
    }

    private long line(Part.BadLine bad) {
      try {
        return bad.offset() == Text.UNKNOWN
            ? lines + bad.line()
            : Split.lineAt(source.path(), bad.offset());
      } catch (IOException e) {
        throw DataReader.unreadable(source, e);
      }
    }
  }

  private record Pending(Progress file, Future<Parsed> parsed) {}

  private record Parsed(List<Part> parts, List<SparseRows> blocks) {}

  Pipeline(int parsers, Part.Choice choice, Consumer<SparseRows> sink) {
    this.executor = Executors.newFixedThreadPool(parsers, this::thread);
    this.mostPending = 2 * parsers;
    this.choice = choice;
    this.sink = sink;
  }

  /** Called by the thread that adds. */
  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "papilio-parser");
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }

  /**
   * Adds the next texts of a file, which one thread reads and parses; fails if an earlier one turns
   * out to be bad.
   */
  void add(Progress file, Texts texts) throws InterruptedException {
    if (pending.size() >= mostPending) {
      takeFirst();
    }
    pending.add(new Pending(file, executor.submit(() -> parse(file, texts))));
    endIfInterrupted();
  }

  /** Adds rows that need no parsing; they come after all that was added before. */
  void add(Progress file, SparseRows block) throws InterruptedException {
    finish();
    take(file, block);
    endIfInterrupted();
  }

  private static void endIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("while reading");
    }
  }

  void finish() throws InterruptedException {
    while (!pending.isEmpty()) {
      takeFirst();
    }
  }

  private Parsed parse(Progress file, Texts texts) throws IOException {
    RowsBuilder rows = Optional.ofNullable(builders.poll()).orElseGet(RowsBuilder::new);
    RowParser parser = file.parsers.get();
    Parsed parsed = new Parsed(new ArrayList<>(), new ArrayList<>());
    texts.read(
        text -> {
          Part part = Part.parse(text, parser, rows, choice);
          parsed.parts.add(part);
          if (rows.entries() >= BLOCK_ENTRIES) {
            parsed.blocks.add(rows.build());
          }
          return choice.skipBadLines() || part.badLines() == 0;
        });
    parsed.blocks.add(rows.build());
    builders.add(rows);
    return parsed;
  }

  private void takeFirst() throws InterruptedException {
    try {
      Pending first = pending.remove();
      Parsed parsed = result(first);
      parsed.parts.forEach(part -> take(first.file, part));
      parsed.blocks.forEach(block -> take(first.file, block));
    } catch (DataException e) {
      pending.clear(); // what comes after it does not count
      throw e;
    }
  }

  private void take(Progress file, Part part) {
    if (part.firstBad().isPresent() && file.firstBad.isEmpty()) {
      Part.BadLine bad = part.firstBad().get();
      String name = file.source.name();
      long line = file.line(bad);
      DataException error = new DataException(name, line, bad.column(), bad.problem());
      if (!choice.skipBadLines()) {
        throw error;
      }
      file.firstBad = Optional.of(new Report.BadLine(name, line, error.getMessage()));
    }
    file.lines += part.lines();
    file.badLines += part.badLines();
  }

  private void take(Progress file, SparseRows block) {
    file.rows += block.size();
    if (block.size() > 0) {
      sink.accept(block);
    }
  }

  private static Parsed result(Pending pending) throws InterruptedException {
    try {
      return pending.parsed.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw DataReader.unreadable(pending.file.source, e.getCause());
    }
  }

  /** Ends what is under way, and returns when no thread is left. */
  @Override
  public void close() {
    executor.shutdownNow();
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
