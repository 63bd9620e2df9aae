package io.papilio.learn.data;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads examples from files.
 *
 * <pre>
 *   plain file       -> splits at byte positions      --+
 *   compressed, pipe -> decoded here, cut into texts  --+--> lines -> rows, on several threads
 *   many compressed  -> each decoded on such a thread --+
 *   images           -> rows, here
 * </pre>
 *
 * Blank lines and those that begin with # are skipped; lines end with a line feed, before which a
 * carriage return may be. Rows come in the order of the files, whatever the number of threads. CSV
 * files are read by the names of their columns: by the first one's, unless they are known before.
 */
public final class DataReader {
  private static final int LEAST_SPLIT_BYTES = 4 << 20; // below, starting tasks begins to cost
  private static final int MOST_SPLIT_BYTES = 32 << 20; // above, memory does
  private static final int TEXT_BYTES = 1 << 19;
  private static final int SPLITS_PER_THREAD = 4; // so that all end at about the same time

  private Options options;
  private boolean decodesAhead; // whole files at once: their rows stay in memory anyway
  private final int leastSplitBytes;
  private final int mostSplitBytes;

  /** What to do with a line that is not a row. */
  public enum BadLines {
    /** The first one ends the reading. */
    FAIL,
    /** They are counted. */
    SKIP
  }

  /**
   * How to read.
   *
   * @param format if empty, each file's name or first line says
   * @param threads that parse
   * @param labelColumn of CSV files; if empty, that of the features' columns, or one named label,
   *     target or y, else the first
   * @param needsLabels whether a row without a label is bad; otherwise its label is NaN
   */
  public record Options(
      Optional<Format> format,
      Features features,
      BadLines badLines,
      int threads,
      String labelColumn,
      boolean needsLabels) {
    public Options {
      if (threads < 1) {
        throw new IllegalArgumentException("threads must be 1 or more: " + threads);
      }
    }

    /** Formats are guessed, indices kept, bad lines an error, labels needed. */
    public static Options of(int threads) {
      return new Options(Optional.empty(), Features.plain(), BadLines.FAIL, threads, "", true);
    }

    /** The same for rows that may lack labels. */
    public Options withoutLabels() {
      return new Options(format, features, badLines, threads, labelColumn, false);
    }

    /** The same for features that are made in another way. */
    Options with(Features others) {
      return new Options(format, others, badLines, threads, labelColumn, needsLabels);
    }
  }

  /**
   * What is known after reading, apart from the rows.
   *
   * @param badLines how many were skipped
   * @param firstBadLine where the first of them is and why it is bad; empty if there was none
   * @param features as asked for, with the columns if there were CSV files
   */
  public record Report(long badLines, String firstBadLine, Features features) {}

  /** What was read. */
  public record Loaded(List<SparseRows> blocks, Report report) {
    public Loaded {
      blocks = List.copyOf(blocks);
    }

    public long badLines() {
      return report.badLines;
    }

    public String firstBadLine() {
      return report.firstBadLine;
    }

    public Features features() {
      return report.features;
    }

    public long rows() {
      return blocks.stream().mapToLong(SparseRows::size).sum();
    }

    public long entries() {
      return blocks.stream().mapToLong(SparseRows::entries).sum();
    }
  }

  DataReader(Options options, int leastSplitBytes, int mostSplitBytes) {
    this.options = options;
    this.leastSplitBytes = leastSplitBytes;
    this.mostSplitBytes = mostSplitBytes;
  }

  /**
   * Reads all files; for what may be given see {@link Inputs}. When it returns, also with an
   * exception, none of its threads runs any more.
   *
   * @throws DataException if a file cannot be read, a line is bad, or an input has no rows
   * @throws InterruptedException if this thread was interrupted; input that is waited for is given
   *     up, except standard input, which is noticed when more of it comes
   */
  public static Loaded read(List<String> inputs, Options options) throws InterruptedException {
    return new DataReader(options, LEAST_SPLIT_BYTES, MOST_SPLIT_BYTES).read(inputs);
  }

  /**
   * The same for more rows than there is memory for: hands on blocks of them, in order, as they are
   * parsed. Only a few blocks are there at a time; reading goes on when the sink has returned, and
   * ends with what it throws. It is called by this thread.
   */
  public static Report stream(List<String> inputs, Options options, Consumer<SparseRows> sink)
      throws InterruptedException {
    return new DataReader(options, LEAST_SPLIT_BYTES, LEAST_SPLIT_BYTES).stream(inputs, sink);
  }

  Loaded read(List<String> inputs) throws InterruptedException {
    List<SparseRows> blocks = new ArrayList<>();
    List<Inputs.Source> sources = Inputs.sources(inputs);
    decodesAhead = sources.size() > 1;
    Report report = readAll(sources, blocks::add);
    return new Loaded(blocks, report);
  }

  Report stream(List<String> inputs, Consumer<SparseRows> sink) throws InterruptedException {
    return readAll(Inputs.sources(inputs), sink);
  }

  private Report readAll(List<Inputs.Source> sources, Consumer<SparseRows> sink)
      throws InterruptedException {
    boolean skipBadLines = options.badLines == BadLines.SKIP;
    try (Pipeline pipeline = new Pipeline(options.threads, skipBadLines, sink)) {
      List<Pipeline.Progress> files = new ArrayList<>();
      for (Inputs.Source source : sources) {
        files.add(readInOrder(source, pipeline));
      }
      pipeline.finish();
      check(files);
      return new Report(pipeline.badLines(), pipeline.firstBadLine(), options.features);
    }
  }

  /** Files of a folder may be empty, but not all. */
  private static void check(List<Pipeline.Progress> files) {
    Map<String, Long> rows = new HashMap<>();
    for (Pipeline.Progress file : files) {
      rows.merge(file.source().argument(), file.rows(), Long::sum);
    }
    for (Pipeline.Progress file : files) {
      String argument = file.source().argument();
      if (rows.get(argument) == 0) {
        String bad = file.firstBadLine();
        throw new DataException(
            argument, bad.isEmpty() ? "no examples" : "no examples; bad is " + bad);
      }
    }
  }

  /** If it fails, but something is bad in a file before, then that is reported. */
  private Pipeline.Progress readInOrder(Inputs.Source source, Pipeline pipeline)
      throws InterruptedException {
    try {
      return read(source, pipeline);
    } catch (ClosedByInterruptException | InterruptedIOException e) {
      Thread.interrupted();
      throw new InterruptedException("while reading " + source.name());
    } catch (IOException e) {
      pipeline.finish();
      throw unreadable(source, e);
    } catch (DataException e) {
      pipeline.finish();
      throw e;
    }
  }

  static DataException unreadable(Inputs.Source source, Throwable cause) {
    String why = String.valueOf(cause.getMessage());
    if (cause instanceof EOFException) {
      why = "it is cut off";
    } else if (cause instanceof AccessDeniedException) {
      why = "access denied";
    }
    return new DataException(source.name(), "cannot be read: " + why, cause);
  }

  private Pipeline.Progress read(Inputs.Source source, Pipeline pipeline)
      throws IOException, InterruptedException {
    try (InputStream file = open(source);
        Compression.Decoded decoded = Compression.open(file)) {
      Head head = Head.read(decoded.stream(), source.name(), options);
      head.csv().ifPresent(this::learnColumns);
      Options own = options;
      Pipeline.Progress progress =
          new Pipeline.Progress(source, head.parsers(own), head.linesBefore());
      if (head.format() == Format.IDX) {
        addImages(new IdxReader(source, head.before(decoded.stream()), own), progress, pipeline);
      } else if (source.isRegular() && decoded.compression().isEmpty()) {
        addSplits(source, head, progress, pipeline);
      } else if (source.isRegular() && decodesAhead) {
        pipeline.add(progress, wants -> decode(source, own, wants));
      } else {
        addBlocks(new Blocks(decoded.stream(), head, leastSplitBytes), progress, pipeline);
      }
      return progress;
    }
  }

  /** The first header says what the others have to have. */
  private void learnColumns(CsvHeader header) {
    if (options.features.columns().isEmpty()) {
      options = options.with(options.features.with(header.columns()));
    }
  }

  static InputStream open(Inputs.Source source) throws IOException {
    if (source.isStandardInput()) {
      return new FilterInputStream(System.in) {
        @Override
        public void close() {
          // It is not ours.
        }
      };
    }
    return new FilterInputStream(Channels.newInputStream(FileChannel.open(source.path()))) {
      @Override
      public int available() {
        return 0; // a channel would ask for its position, which a pipe does not have
      }
    };
  }

  private void addSplits(
      Inputs.Source source, Head head, Pipeline.Progress progress, Pipeline pipeline)
      throws IOException, InterruptedException {
    long size = Files.size(source.path());
    long wanted = size / (SPLITS_PER_THREAD * options.threads);
    int bytes = (int) Math.max(leastSplitBytes, Math.min(wanted, mostSplitBytes));
    for (Split split : Split.cut(source.path(), head.dataFrom(), size, bytes)) {
      pipeline.add(progress, wants -> read(split, wants));
    }
  }

  /** In texts that stay in the caches of a core. */
  private static void read(Split split, Predicate<Text> wants) throws IOException {
    Text text = new Text(new byte[TEXT_BYTES + TEXT_BYTES / 8], 0, 0);
    for (Split piece : split.cut(TEXT_BYTES)) {
      text = piece.read(text.bytes());
      if (!wants.test(text)) {
        return;
      }
    }
  }

  private static void addBlocks(Blocks blocks, Pipeline.Progress progress, Pipeline pipeline)
      throws IOException, InterruptedException {
    Optional<Text> text = blocks.next();
    while (text.isPresent()) {
      Text next = text.get();
      pipeline.add(progress, wants -> wants.test(next));
      if (Thread.interrupted()) {
        throw new InterruptedException("while reading");
      }
      text = blocks.next();
    }
  }

  /** Not on several threads: to decode them takes longer than to make rows. */
  private static void addImages(IdxReader images, Pipeline.Progress progress, Pipeline pipeline)
      throws IOException, InterruptedException {
    while (images.hasNext()) {
      pipeline.add(progress, images.next());
      if (Thread.interrupted()) {
        throw new InterruptedException("while reading");
      }
    }
  }

  /** All of a compressed file, by a thread of the pipeline. */
  private void decode(Inputs.Source source, Options own, Predicate<Text> wants) throws IOException {
    try (InputStream file = open(source);
        Compression.Decoded decoded = Compression.open(file)) {
      Head head = Head.read(decoded.stream(), source.name(), own);
      Blocks blocks = new Blocks(decoded.stream(), head, TEXT_BYTES);
      Optional<Text> text = blocks.next();
      while (text.isPresent() && wants.test(text.get())) {
        text = blocks.next();
      }
    }
  }
}
