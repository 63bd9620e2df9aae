package io.papilio.learn.data.cache;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Fields;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.read.FileSource;
import io.papilio.learn.data.read.Inputs;
import io.papilio.runtime.communicator.Codec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
 * @param file where to keep the rows; with several workers the names of their files begin so
 * @param loading told also when a file is written, and why what was there does not count
 */
public record CachedSource(List<String> inputs, ReaderOptions options, Path file, Loading loading)
    implements Source {
  public CachedSource {
    inputs = List.copyOf(inputs);
  }

  /**
   * Reads what a {@link FileSource} gives.
   *
   * @throws DataException also if there is a file already that is no such cache, or an input that
   *     is no file
   */
  @Override
  public Loaded read(int worker, int workers) throws InterruptedException {
    Path own = workers == 1 ? file : Path.of("%s.%d-of-%d".formatted(file, worker, workers));
    try {
      List<String> origin = origin(own);
      origin.add("worker %d of %d".formatted(worker, workers));
      Optional<Loaded> kept = kept(own, origin);
      if (kept.isPresent()) {
        return kept.get();
      }
      Loaded loaded = new FileSource(inputs, options, loading).read(worker, workers);
      write(own, origin, loaded);
      return loaded;
    } catch (IOException e) {
      throw new DataException(own.toString(), "cannot be used: " + e.getMessage(), e);
    }
  }

  /** Returns all that the rows depend on, a line each. */
  private List<String> origin(Path own) throws IOException {
    List<String> origin = new ArrayList<>();
    origin.add("format " + options.format().map(Format::toString).orElse("as it looks"));
    origin.add("features " + options.features());
    origin.add("label column '%s'".formatted(options.labelColumn()));
    origin.add("bad lines " + options.badLines());
    if (!options.needsLabels()) {
      origin.add("labels or not");
    }
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
    return origin;
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
    try (RowsCache cache = RowsCache.open(own)) {
      Notes notes = Notes.CODEC.decode(cache.notes());
      if (notes.origin.equals(origin)) {
        return Optional.of(new Loaded(cache.read(), new Report(notes.inputs, notes.features)));
      }
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

  private void write(Path own, List<String> origin, Loaded loaded) {
    try {
      Report report = loaded.report();
      Notes notes = new Notes(origin, report.inputs(), report.features());
      RowsCache.write(own, Notes.CODEC.encode(notes), loaded.blocks());
      loading.onNote("the cache %s is written: %d rows".formatted(own, loaded.rows()));
    } catch (IOException e) {
      loading.onNote("the cache %s cannot be written: %s".formatted(own, e.getMessage()));
    }
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
