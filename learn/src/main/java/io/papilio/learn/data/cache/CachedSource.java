package io.papilio.learn.data.cache;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Fields;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.RowKeeper;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.read.FileSource;
import io.papilio.learn.data.read.Inputs;
import io.papilio.runtime.communicator.Codec;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * Rows that were parsed once and kept in a file, so that the next time nothing has to be parsed.
 *
 * <pre>
 *   no file, or of other data or options, or damaged   ->   parse, and write the file
 *   of the same                                        ->   read the file
 * </pre>
 *
 * Data are the same if they are files of the same names, sizes and times of modification; the
 * labels of images are among them. Each of several workers has a file with its own rows: so a cache
 * does not change who has which row.
 *
 * @param folder where the files of all data and workers are
 * @param room for the rows, which are read again from the file if they do not fit in memory
 * @param loading told also when a file is written, and why what was there does not count
 */
public record CachedSource(
    List<String> inputs, ReaderOptions options, Path folder, RowStore.Room room, Loading loading)
    implements Source {
  /** Blocks that are read at the same time. */
  private static final int TOGETHER = 64;

  public CachedSource {
    inputs = List.copyOf(inputs);
  }

  /**
   * Fails if there could be no such cache: before long work, not after it. The folder need not be
   * there; each host makes its own.
   *
   * @throws IllegalArgumentException if it is a file, or access is denied
   */
  public static void requireWritable(Path folder) throws IOException {
    if (Files.isRegularFile(folder)) {
      throw new IllegalArgumentException(folder + " is a file: a cache is a folder");
    }
    Path there = Files.isDirectory(folder) ? folder : folder.toAbsolutePath().getParent();
    if (!Files.isDirectory(there)) {
      throw new NoSuchFileException(there.toString());
    }
    if (!Files.isWritable(there)) {
      throw new IllegalArgumentException(
          "%s cannot be written: access to %s is denied".formatted(folder, there));
    }
  }

  /**
   * Reads what a {@link FileSource} gives.
   *
   * @throws DataException also if there is a file already that is no such cache, or an input that
   *     is no file
   */
  @Override
  public Loaded read(int worker, int workers) throws InterruptedException {
    List<String> origin = new ArrayList<>(settings());
    List<String> paths = inputs.stream().map(CachedSource::absolute).toList();
    String name = "papilio-rows-%08x".formatted(Objects.hash(origin, paths));
    Path own = folder.resolve("%s.%d-of-%d".formatted(name, worker, workers));
    try {
      files(own, origin);
      origin.add("worker %d of %d".formatted(worker, workers));
      Optional<Loaded> kept = kept(own, origin);
      return kept.isPresent() ? kept.get() : parse(own, origin, worker, workers);
    } catch (IOException e) {
      throw new DataException(own.toString(), "cannot be used: " + e.getMessage(), e);
    }
  }

  /** Returns all that the rows depend on beside the files, a line each. */
  private List<String> settings() {
    return List.of(
        "format " + options.format().map(Format::toString).orElse("as it looks"),
        "features " + options.features(),
        "label column '%s'".formatted(options.labelColumn()),
        "bad lines " + options.badLines(),
        options.needsLabels() ? "labels" : "labels or not");
  }

  /** Adds what the rows depend on of the files. */
  private void files(Path own, List<String> origin) throws IOException {
    for (Inputs.Input source : Inputs.sources(inputs)) {
      if (!source.isRegular()) {
        throw new DataException(source.name(), "only files can be cached");
      }
      Path path = source.path().toAbsolutePath().normalize();
      if (Files.exists(own) && Files.isSameFile(own, path)) {
        throw new DataException(source.name(), "is the cache: keep it apart from the data");
      }
      origin.add(describe(path));
      Optional<Path> labels = source.labels().filter(Files::isRegularFile);
      if (labels.isPresent()) {
        origin.add(describe(labels.get().toAbsolutePath().normalize()));
      }
    }
  }

  private static String absolute(String input) {
    return Path.of(input).toAbsolutePath().normalize().toString();
  }

  private static String describe(Path path) throws IOException {
    return "%s of %d bytes of %s"
        .formatted(path, Files.size(path), Files.getLastModifiedTime(path));
  }

  private Optional<Loaded> kept(Path own, List<String> origin) throws IOException {
    if (!Files.exists(own) || Files.size(own) == 0) {
      return Optional.empty();
    }
    if (!RowsCache.isCache(own)) {
      throw new DataException(own.toString(), "is no cache of rows, so it is not overwritten");
    }
    try {
      RowsCache cache = RowsCache.open(own);
      Notes notes = Notes.CODEC.decode(cache.notes());
      if (notes.origin.equals(origin)) {
        RowStore rows = new RowStore(room, loading);
        List<BlockFile.Kept> all = cache.blocks();
        for (int from = 0; from < all.size(); from += TOGETHER) {
          List<BlockFile.Kept> some = all.subList(from, Math.min(from + TOGETHER, all.size()));
          List<SparseRows> read = some.parallelStream().map(BlockFile.Kept::sound).toList();
          IntStream.range(0, some.size()).forEach(i -> rows.accept(read.get(i), some.get(i)));
          loading.onBlock();
        }
        if (rows.isInMemory()) {
          cache.close();
        }
        return Optional.of(new Loaded(rows.blocks(), new Report(notes.inputs, notes.features)));
      }
      cache.close();
      String other = other(origin, notes.origin);
      loading.onNote("the cache %s is made anew: it is not of %s".formatted(own, other));
    } catch (DataException e) {
      loading.onNote("the cache is made anew: " + e.getMessage());
    }
    return Optional.empty();
  }

  private static String other(List<String> now, List<String> then) {
    return now.stream()
        .filter(line -> !then.contains(line))
        .findFirst()
        .orElse("these files alone, in this order");
  }

  private Loaded parse(Path own, List<String> origin, int worker, int workers)
      throws InterruptedException, IOException {
    try (Keeper keeper = new Keeper(own)) {
      Loaded loaded = new FileSource(inputs, options, () -> keeper, loading).read(worker, workers);
      Report report = loaded.report();
      keeper.end(new Notes(origin, report.inputs(), report.features()), loaded.rows());
      return loaded;
    }
  }

  /** Writes all rows to the file as they come, as long as that is possible. */
  private final class Keeper implements RowKeeper, Closeable {
    private final Path file;
    private final RowStore rows = new RowStore(room, loading);
    private Optional<RowsCache.Writer> writer = Optional.empty();

    Keeper(Path file) {
      this.file = file;
      orNote(
          () -> {
            Files.createDirectories(folder);
            writer = Optional.of(new RowsCache.Writer(file));
          });
    }

    @Override
    public void close() {
      discard();
    }

    /** Deletes what has not become a cache. */
    private void discard() {
      try {
        if (writer.isPresent()) {
          writer.get().close();
        }
      } catch (IOException e) {
        loading.onNote("the cache %s is left as it is: %s".formatted(file, e.getMessage()));
      }
      writer = Optional.empty();
    }

    @Override
    public void accept(SparseRows block) {
      AtomicReference<RowBlock> kept = new AtomicReference<>();
      writer.ifPresent(to -> orNote(() -> kept.set(to.append(block))));
      rows.accept(block, kept.get());
    }

    @Override
    public List<RowBlock> blocks() {
      return rows.blocks();
    }

    void end(Notes notes, long count) {
      writer.ifPresent(
          to ->
              orNote(
                  () -> {
                    to.keep(Notes.CODEC.encode(notes));
                    loading.onNote("the cache %s is written: %d rows".formatted(file, count));
                    if (rows.isInMemory()) {
                      to.closeFile();
                    }
                  }));
    }

    /** Goes on without the file if that is not to be had. */
    private void orNote(Writing work) {
      try {
        work.run();
      } catch (IOException e) {
        loading.onNote("the cache %s cannot be written: %s".formatted(file, e.getMessage()));
        discard();
      }
    }
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private record Notes(List<String> origin, List<Report.InputCount> inputs, Features features) {
    static final Codec<Notes> CODEC = Fields.codec(Notes::write, Notes::read);

    private void write(DataOutputStream out) throws IOException {
      Fields.writeAll(origin, Fields::writeText, out);
      Fields.writeAll(inputs, Fields::writeInput, out);
      Fields.writeFeatures(features, out);
    }

    private static Notes read(DataInputStream in) throws IOException {
      return new Notes(
          Fields.readAll(Fields::readText, in),
          Fields.readAll(Fields::readInput, in),
          Fields.readFeatures(in));
    }
  }
}
