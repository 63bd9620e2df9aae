package io.papilio.learn.data.read;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.IdxReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * What the names stand for that a user gives.
 *
 * <pre>
 *   train.svm        a file, or a pipe
 *   parts            the files of a folder, those in its folders not; sorted
 *   logs/2015-*.gz   the files that match; sorted. A ** stands for any number of folders
 *   -                standard input
 * </pre>
 *
 * Of folders and patterns, files are left out whose names begin with a dot or an underscore, as
 * those do that other programs keep beside data. What was given first comes first. Labels of images
 * that are there too are no file of their own: they are read with the images, see {@link
 * IdxReader}.
 */
public final class Inputs {
  private Inputs() {}

  /** A file, or a stream, and the argument that named it. */
  public record Input(String argument, String name) {
    boolean isStandardInput() {
      return name.equals(Source.STANDARD_INPUT);
    }

    public Path path() {
      return Path.of(name);
    }

    private Path realPath() {
      return path().toAbsolutePath().normalize();
    }

    /** Returns the file of its labels, if it has images and its name says where those are. */
    public Optional<Path> labels() {
      return isStandardInput() ? Optional.empty() : IdxReader.labelsOf(path());
    }

    /** Returns whether it has a length and can be read from anywhere. */
    public boolean isRegular() {
      return !isStandardInput() && Files.isRegularFile(path());
    }
  }

  /**
   * All files, in the order of the arguments.
   *
   * @throws DataException if there is no file for one of them
   */
  public static List<Input> sources(List<String> arguments) {
    List<Input> sources = new ArrayList<>();
    for (String argument : arguments) {
      for (String name : names(argument)) {
        sources.add(new Input(argument, name));
      }
    }
    return withoutLabels(sources);
  }

  /**
   * Returns the sizes of the files that the arguments stand for, by their names in order; nothing
   * if one of them is a stream, or not there.
   */
  public static Optional<Map<String, Long>> sizes(List<String> arguments) {
    try {
      Map<String, Long> sizes = new LinkedHashMap<>();
      for (Input input : sources(arguments)) {
        if (!input.isRegular()) {
          return Optional.empty();
        }
        sizes.put(input.name(), Files.size(input.path()));
      }
      return Optional.of(sizes);
    } catch (DataException | IOException e) {
      return Optional.empty(); // whoever reads it finds out
    }
  }

  private static List<Input> withoutLabels(List<Input> sources) {
    Set<Path> labels = new HashSet<>();
    for (Input source : sources) {
      if (Format.ofName(source.name).equals(Optional.of(Format.IDX))) {
        IdxReader.labelsOf(source.realPath()).ifPresent(labels::add);
      }
    }
    return sources.stream().filter(source -> !labels.contains(source.realPath())).toList();
  }

  private static List<String> names(String argument) {
    if (argument.equals(Source.STANDARD_INPUT)) {
      return List.of(argument);
    }
    try {
      Path path = Path.of(argument);
      if (Files.isDirectory(path)) {
        return files(argument, Files.list(path), "a folder without files");
      }
      if (Files.exists(path)) {
        return List.of(argument);
      }
      String plain = argument.split("[*?\\[{]", 2)[0];
      if (plain.equals(argument)) {
        throw new DataException(argument, "no such file or folder");
      }
      return matches(argument, plain.lastIndexOf('/') + 1);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw new DataException(argument, "neither a name nor a pattern of files", e);
    } catch (IOException | UncheckedIOException e) {
      throw new DataException(argument, "cannot be listed: " + e.getMessage(), e);
    }
  }

  /** Returns the files that match a pattern, which begins with the name of a folder. */
  private static List<String> matches(String pattern, int folderEnd) throws IOException {
    Path folder = Path.of(pattern.substring(0, folderEnd));
    String rest = pattern.substring(folderEnd);
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + rest);
    if (!Files.isDirectory(folder)) {
      throw new DataException(pattern, "no such folder: " + folder);
    }
    int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/").length;
    Stream<Path> matching =
        Files.walk(folder, depth).filter(path -> matcher.matches(folder.relativize(path)));
    return files(pattern, matching, "no file matches");
  }

  private static List<String> files(String argument, Stream<Path> paths, String problem) {
    try (paths) {
      List<String> names =
          paths
              .filter(Files::isRegularFile)
              .filter(path -> !isHidden(path.getFileName().toString()))
              .map(Path::toString)
              .sorted()
              .toList();
      if (names.isEmpty()) {
        throw new DataException(argument, problem);
      }
      return names;
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }
}
