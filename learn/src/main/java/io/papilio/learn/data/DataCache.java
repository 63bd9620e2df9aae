package io.papilio.learn.data;

import io.papilio.learn.data.DataReader.Loaded;
import io.papilio.learn.data.DataReader.Options;
import io.papilio.learn.data.DataReader.Report;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rows that were parsed once and kept in a file, so that the next time nothing has to be parsed.
 *
 * <pre>
 *   no file, or of other data or options, or damaged   ->   parse, and write the file
 *   of the same                                        ->   read the file
 * </pre>
 *
 * Data are the same if they are files of the same names, sizes and times of modification; the
 * labels of images are among them.
 *
 * @param writes whether to write at all: of several processes, one is enough
 * @param log told when the file is written, and why what was there does not count
 */
public record DataCache(Path file, boolean writes, Consumer<String> log) {

  /**
   * What {@link DataReader#read} gives.
   *
   * @throws DataException also if there is a file already that is no such cache, or an input that
   *     is no file
   */
  public Loaded read(List<String> inputs, Options options) throws InterruptedException {
    try {
      List<String> origin = origin(inputs, options);
      Optional<Loaded> kept = kept(origin, options.features());
      return kept.isPresent() ? kept.get() : parse(origin, inputs, options);
    } catch (IOException e) {
      throw new DataException(file.toString(), "cannot be used: " + e.getMessage(), e);
    }
  }

  /** All that the rows depend on, a line each. */
  private List<String> origin(List<String> inputs, Options options) throws IOException {
    List<String> origin = new ArrayList<>();
    origin.add("format " + options.format().map(Format::toString).orElse("as it looks"));
    origin.add("features " + options.features());
    origin.add("label column '%s'".formatted(options.labelColumn()));
    origin.add("bad lines " + options.badLines());
    if (!options.needsLabels()) {
      origin.add("labels or not");
    }
    for (Inputs.Source source : Inputs.sources(inputs)) {
      if (!source.isRegular()) {
        throw new DataException(source.name(), "only files can be cached");
      }
      Path path = source.path().toAbsolutePath().normalize();
      if (Files.exists(file) && Files.isSameFile(file, path)) {
        throw new DataException(source.name(), "is the cache: keep it apart from the data");
      }
      origin.add(describe(path));
      Optional<Path> labels = IdxFile.labelsOf(path).filter(Files::isRegularFile);
      if (labels.isPresent()) {
        origin.add(describe(labels.get()));
      }
    }
    return origin;
  }

  private static String describe(Path path) throws IOException {
    return "%s of %d bytes of %s"
        .formatted(path, Files.size(path), Files.getLastModifiedTime(path));
  }

  private Optional<Loaded> kept(List<String> origin, Features features) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return Optional.empty();
    }
    if (!RowsCache.isCache(file)) {
      throw new DataException(file.toString(), "is no cache of rows, so it is not overwritten");
    }
    try (RowsCache cache = RowsCache.open(file)) {
      Notes notes = Notes.read(cache.notes());
      if (notes.origin.equals(origin)) {
        return Optional.of(new Loaded(cache.read(), notes.report(features)));
      }
      String other = other(origin, notes.origin);
      log.accept("the cache %s is made anew: it is not of %s".formatted(file, other));
    } catch (DataException e) {
      log.accept("the cache is made anew: " + e.getMessage());
    }
    return Optional.empty();
  }

  /** The first thing that the cache is not of. */
  private static String other(List<String> now, List<String> then) {
    for (String line : now) {
      if (!then.contains(line)) {
        return line;
      }
    }
    return "these files alone, in this order";
  }

  private Loaded parse(List<String> origin, List<String> inputs, Options options)
      throws InterruptedException {
    Loaded loaded = DataReader.read(inputs, options);
    if (writes) {
      try {
        RowsCache.write(file, Notes.of(origin, loaded.report()).bytes(), loaded.blocks());
        log.accept("the cache %s is written: %d rows".formatted(file, loaded.rows()));
      } catch (IOException e) {
        log.accept("the cache %s cannot be written: %s".formatted(file, e.getMessage()));
      }
    }
    return loaded;
  }

  /** What is kept beside the rows. */
  private record Notes(
      List<String> origin, long badLines, String firstBadLine, List<String> columns) {

    static Notes of(List<String> origin, Report report) {
      List<String> columns = Columns.names(report.features().columns());
      return new Notes(origin, report.badLines(), report.firstBadLine(), columns);
    }

    Report report(Features asked) {
      Features features = new Features(asked.bits(), asked.interactions(), Columns.of(columns));
      return new Report(badLines, firstBadLine, features);
    }

    byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      write(out, origin);
      out.writeLong(badLines);
      write(out, List.of(firstBadLine));
      write(out, columns);
      return bytes.toByteArray();
    }

    static Notes read(byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      return new Notes(texts(in), in.readLong(), texts(in).get(0), texts(in));
    }

    private static void write(DataOutputStream out, List<String> texts) throws IOException {
      out.writeInt(texts.size());
      for (String text : texts) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
      List<String> texts = new ArrayList<>();
      for (int count = in.readInt(); count > 0; count--) {
        texts.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
      }
      return texts;
    }
  }
}
