package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program that minimises {@link LogisticFit#objective}, from a file of examples to a model. */
interface Solver {
  /** As in files. */
  String name();

  /** As in tables. */
  String title();

  /** How exact it may be asked to be, the least exact first. */
  List<String> tolerances();

  /** What to start, and wait for. */
  List<String> command(Path data, String tolerance, Path model);

  /** By feature, and then the bias, of a model that it wrote. */
  double[] weights(Path model, int features) throws IOException;

  /** Without folders, as in tables. */
  default String setting(String tolerance) {
    Path data = Path.of("DATA");
    List<String> words = command(data, tolerance, Path.of("MODEL"));
    String program = Path.of(words.get(0)).getFileName().toString();
    return (program + " " + String.join(" ", words.subList(1, words.size())))
        .replaceAll(" /\\S*/", " ");
  }
}
