package io.papilio.learn.data.read;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Images;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.Compression;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.Head;
import io.papilio.learn.data.format.IdxReader;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.format.Text;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 * One of several workers reads its own part, see {@link SplitPlan}; where rows are dealt out one by
 * one, lines that are bad take their turn as well.
 */
public final class DataReader {
  private static final int LEAST_SPLIT_BYTES = 4 << 20; // below, starting tasks begins to cost
  private static final int MOST_SPLIT_BYTES = 8 << 20; // above, memory does
  private static final int TEXT_BYTES = 1 << 19;
  private static final int HEAP_SHARE = 64; // two files a thread, whose rows are 8 times as large
  private static final int SPLITS_PER_THREAD = 4; // so that all end at about the same time

  private final Features asked;
  private ReaderOptions options; // with what files have said of features
  private boolean knowsNaming;
  private boolean decodesAhead; // whole files at once
  private final int leastSplitBytes;
  private final int mostSplitBytes;
  private Part.Choice choice;
  private long dealtRows; // so far, of those that are dealt out one by one

  DataReader(ReaderOptions options, int leastSplitBytes, int mostSplitBytes) {
    this.asked = options.features();
    this.options = options;
    this.leastSplitBytes = leastSplitBytes;
    this.mostSplitBytes = mostSplitBytes;
    this.choice = new Part.Choice(options.badLines() == ReaderOptions.BadLines.SKIP, 0, 1);
  }

  /**
   * Reads all rows of all files; for what may be given see {@link Inputs}. When it returns, also
   * with an exception, none of its threads runs any more.
   *
   * @throws DataException if a file cannot be read, a line is bad, or an input has no rows
   * @throws InterruptedException if this thread was interrupted; input that is waited for is given
   *     up, except standard input, which is noticed when more of it comes
   */
  public static Loaded read(List<String> inputs, ReaderOptions options)
      throws InterruptedException {
    Loaded loaded = new DataReader(options, LEAST_SPLIT_BYTES, MOST_SPLIT_BYTES).read(inputs, 0, 1);
    loaded.report().requireExamples();
    return loaded;
  }

  /**
   * Reads images of IDX files, each file by itself; for what may be given see {@link Inputs}.
   *
   * @throws DataException if a file cannot be read, is of another kind, or has no labels
   */
  public static List<Images> images(List<String> inputs) {
    List<Images> all = new ArrayList<>();
    for (Inputs.Input source : Inputs.sources(inputs)) {
      try (InputStream file = open(source);
          Compression.Decoded decoded = Compression.open(file)) {
        all.add(IdxReader.images(source.name(), source.labels(), decoded.stream()));
      } catch (IOException e) {
        throw unreadable(source, e);
      }
    }
    return all;
  }

  static Report read(
      List<String> inputs,
      ReaderOptions options,
      int worker,
      int workers,
      Consumer<SparseRows> sink)
      throws InterruptedException {
    return new DataReader(options, LEAST_SPLIT_BYTES, MOST_SPLIT_BYTES)
        .read(inputs, worker, workers, sink);
  }

  /**
   * Reads more rows than there is memory for: hands on blocks of them, in order, as they are
   * parsed. Only a few blocks are there at a time; reading goes on when the sink has returned, and
   * ends with what it throws. It is called by this thread.
   */
  public static Report stream(List<String> inputs, ReaderOptions options, Consumer<SparseRows> sink)
      throws InterruptedException {
    Report report = ofSmallBlocks(options).stream(inputs, sink);
    report.requireExamples();
    return report;
  }

  static DataReader ofSmallBlocks(ReaderOptions options) {
    return new DataReader(options, LEAST_SPLIT_BYTES, LEAST_SPLIT_BYTES);
  }

  Loaded read(List<String> inputs, int worker, int workers) throws InterruptedException {
    List<RowBlock> blocks = new ArrayList<>();
    return new Loaded(blocks, read(inputs, worker, workers, blocks::add));
  }

  private Report read(List<String> inputs, int worker, int workers, Consumer<SparseRows> sink)
      throws InterruptedException {
    List<Inputs.Input> files = Inputs.sources(inputs);
    decodesAhead = files.size() > 1 && areSmall(files);
    choice = new Part.Choice(options.badLines() == ReaderOptions.BadLines.SKIP, worker, workers);
    return readAll(files, plan(files, workers), sink);
  }

  Report stream(List<String> inputs, Consumer<SparseRows> sink) throws InterruptedException {
    List<Inputs.Input> files = Inputs.sources(inputs);
    return readAll(files, plan(files, 1), sink);
  }

  /** Returns whether there is memory for the rows of those that are decoded at the same time. */
  private boolean areSmall(List<Inputs.Input> files) {
    long most = Runtime.getRuntime().maxMemory() / (HEAP_SHARE * options.threads());
    return files.stream()
        .allMatch(file -> !file.isRegular() || file.path().toFile().length() <= most);
  }

  private List<SplitPlan.Piece> plan(List<Inputs.Input> files, int workers) {
    List<SplitPlan.File> known = new ArrayList<>();
    for (Inputs.Input file : files) {
      if (workers > 1 && !file.isRegular()) {
        throw new DataException(file.name(), "cannot be read by several workers: not a file");
      }
      try {
        long bytes = file.isRegular() ? Files.size(file.path()) : 0;
        known.add(new SplitPlan.File(bytes, workers > 1 && hasLines(file)));
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }
    return SplitPlan.of(known, workers);
  }

  /** Returns whether reading may begin at any line. */
  private boolean hasLines(Inputs.Input file) throws IOException {
    try (InputStream stream = open(file)) {
      byte[] first = stream.readNBytes(Long.BYTES);
      return Compression.of(first).isEmpty()
          && !Head.isIdx(file.name(), first, first.length, options);
    }
  }

  private Report readAll(
      List<Inputs.Input> files, List<SplitPlan.Piece> plan, Consumer<SparseRows> sink)
      throws InterruptedException {
    Map<String, Report.InputCount> counts = new LinkedHashMap<>();
    try (Pipeline pipeline = new Pipeline(options.threads(), choice, sink)) {
      List<Pipeline.Progress> progress = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        Inputs.Input file = files.get(i);
        int number = i;
        List<SplitPlan.Piece> own =
            plan.stream().filter(piece -> piece.file() == number && isOwn(piece)).toList();
        if (!own.isEmpty() || mayHaveColumns(file)) {
          progress.add(readInOrder(file, own, pipeline));
        }
        counts.put(file.argument(), new Report.InputCount(file.argument(), 0));
      }
      pipeline.finish();
      for (Pipeline.Progress file : progress) {
        Report.InputCount count = file.count();
        counts.merge(count.name(), count, Report.InputCount::merge);
      }
      return new Report(List.copyOf(counts.values()), options.features(), advice(files, plan));
    }
  }

  /** Names a large file that every worker has to decode. */
  private String advice(List<Inputs.Input> files, List<SplitPlan.Piece> plan) {
    return plan.stream()
        .filter(SplitPlan.Piece::isDealt)
        .filter(piece -> piece.to() >= SplitPlan.SMALL_BYTES * choice.workers())
        .findFirst()
        .map(
            piece ->
                "%s is decoded by each of the %d workers: %2$d files or more are read faster"
                    .formatted(files.get(piece.file()).name(), choice.workers()))
        .orElse("");
  }

  private boolean isOwn(SplitPlan.Piece piece) {
    return piece.isDealt() || piece.owner() == choice.worker();
  }

  /** Returns whether all workers need to know how a file begins. */
  private boolean mayHaveColumns(Inputs.Input file) {
    Optional<Format> known = options.format().or(() -> Format.ofName(file.name()));
    return options.features().columns().isEmpty() && known.orElse(Format.CSV) == Format.CSV;
  }

  /** Reads a file; if that fails, a bad line in a file before it is reported first. */
  private Pipeline.Progress readInOrder(
      Inputs.Input source, List<SplitPlan.Piece> own, Pipeline pipeline)
      throws InterruptedException {
    try {
      return read(source, own, pipeline);
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

  static DataException unreadable(Inputs.Input source, Throwable cause) {
    String why = String.valueOf(cause.getMessage());
    if (cause instanceof EOFException) {
      why = "it is cut off";
    } else if (cause instanceof AccessDeniedException) {
      why = "access denied";
    }
    return new DataException(source.name(), "cannot be read: " + why, cause);
  }

  private Pipeline.Progress read(Inputs.Input source, List<SplitPlan.Piece> own, Pipeline pipeline)
      throws IOException, InterruptedException {
    try (InputStream file = open(source);
        Compression.Decoded decoded = Compression.open(file)) {
      Head head = Head.read(decoded.stream(), source.name(), options);
      learnFeatures(source, head);
      ReaderOptions now = options;
      Pipeline.Progress progress =
          new Pipeline.Progress(source, head.parsers(now), head.linesBefore());
      if (own.isEmpty()) {
        return progress;
      }
      boolean isDealt = own.get(0).isDealt();
      boolean isPlain = source.isRegular() && decoded.compression().isEmpty();
      if (head.format() == Format.IDX) {
        IdxReader images =
            new IdxReader(source.name(), source.labels(), head.before(decoded.stream()), now);
        addImages(images, isDealt, progress, pipeline);
      } else if (isPlain && !isDealt) {
        addSplits(own, head.begun().from(), progress, pipeline);
      } else if (source.isRegular() && decodesAhead && !isDealt) {
        pipeline.add(progress, wants -> decode(source, now, wants));
      } else {
        Blocks blocks = new Blocks(head.begun(), decoded.stream(), leastSplitBytes);
        addBlocks(blocks, isDealt, progress, pipeline);
      }
      return progress;
    }
  }

  /** The first header says what the others have to have; VW's features are always hashed. */
  private void learnFeatures(Inputs.Input source, Head head) {
    head.require(asked, source.name());
    Features known = options.features();
    if (head.columns().isPresent() && known.columns().isEmpty()) {
      options = options.with(known.with(head.columns().get()));
    }
    if (head.columns().isEmpty() && known.columns().isPresent()) {
      throw new DataException(
          source.name(),
          "has no header with names of columns, by which the other data are read: %s"
              .formatted(String.join(", ", known.columns().get().features())));
    }
    if (head.format() == Format.VW) {
      options = options.with(known.orDefaultBits());
    }
    if (head.hasRows()) {
      Features.Naming naming = head.format().naming();
      boolean isOne = !knowsNaming || options.features().naming() == naming;
      options = options.with(options.features().with(isOne ? naming : Features.Naming.UNKNOWN));
      knowsNaming = true;
    }
  }

  static InputStream open(Inputs.Input source) throws IOException {
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

  /** Adds small splits together and large ones in pieces, so that all threads have work. */
  private void addSplits(
      List<SplitPlan.Piece> own, long dataFrom, Pipeline.Progress progress, Pipeline pipeline)
      throws InterruptedException {
    Path path = progress.source().path();
    long size = own.stream().mapToLong(piece -> piece.to() - piece.from()).sum();
    long wanted = size / (SPLITS_PER_THREAD * (long) options.threads());
    int bytes = (int) Math.max(leastSplitBytes, Math.min(wanted, mostSplitBytes));
    List<Split> together = new ArrayList<>();
    long sum = 0;
    for (SplitPlan.Piece piece : own) {
      for (Split split : Split.of(path, piece.from(), piece.to(), dataFrom).cut(bytes)) {
        together.add(split);
        sum += split.to() - split.from();
        if (sum >= bytes) {
          add(together, progress, pipeline);
          together = new ArrayList<>();
          sum = 0;
        }
      }
    }
    add(together, progress, pipeline);
  }

  private static void add(List<Split> together, Pipeline.Progress progress, Pipeline pipeline)
      throws InterruptedException {
    if (!together.isEmpty()) {
      pipeline.add(progress, wants -> read(together, wants));
    }
  }

  /** Reads splits in texts that stay in the caches of a core. */
  private static void read(List<Split> splits, Predicate<Text> wants) throws IOException {
    Text text = new Text(new byte[TEXT_BYTES + TEXT_BYTES / 8], 0, 0);
    for (Split split : splits) {
      for (Split piece : split.cut(TEXT_BYTES)) {
        text = piece.read(text.bytes());
        if (!wants.test(text)) {
          return;
        }
      }
    }
  }

  private void addBlocks(
      Blocks blocks, boolean isDealt, Pipeline.Progress progress, Pipeline pipeline)
      throws IOException, InterruptedException {
    Optional<Text> text = blocks.next();
    while (text.isPresent()) {
      Text next = isDealt ? text.get().dealtFrom(dealtRows) : text.get();
      dealtRows += isDealt ? next.rows() : 0;
      pipeline.add(progress, wants -> wants.test(next));
      text = blocks.next();
    }
  }

  /** Makes rows on this thread: to decode images takes longer than that. */
  private void addImages(
      IdxReader images, boolean isDealt, Pipeline.Progress progress, Pipeline pipeline)
      throws IOException, InterruptedException {
    long first = dealtRows;
    while (images.hasNext()) {
      pipeline.add(progress, images.next(image -> !isDealt || choice.wants(first + image)));
    }
    dealtRows += isDealt ? images.count() : 0;
  }

  private void decode(Inputs.Input source, ReaderOptions own, Predicate<Text> wants)
      throws IOException {
    try (InputStream file = open(source);
        Compression.Decoded decoded = Compression.open(file)) {
      Head head = Head.read(decoded.stream(), source.name(), own);
      Blocks blocks = new Blocks(head.begun(), decoded.stream(), TEXT_BYTES);
      Optional<Text> text = blocks.next();
      while (text.isPresent() && wants.test(text.get())) {
        text = blocks.next();
      }
    }
  }
}
