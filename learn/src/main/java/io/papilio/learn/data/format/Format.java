package io.papilio.learn.data.format;

import io.papilio.learn.data.Features;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a file holds rows: a line of text each, see the parsers {@link LibsvmParser} and so on, or
 * images of bytes, see {@link IdxFile}.
 */
public enum Format {
  LIBSVM(".libsvm", ".svm", ".svmlight"),
  VW(".vw"),
  CSV(".csv"),
  IDX; // by its first bytes

  private final List<String> endings;

  Format(String... endings) {
    this.endings = List.of(endings);
  }

  /** Returns what features are called in such files. */
  public Features.Naming naming() {
    return switch (this) {
      case LIBSVM, IDX -> Features.Naming.INDEX;
      case VW -> Features.Naming.TEXT;
      case CSV -> Features.Naming.COLUMN;
    };
  }

  /** Returns the format that a file's name says, before an ending like {@code .gz}. */
  public static Optional<Format> ofName(String file) {
    if (IdxFile.isNamed(file)) {
      return Optional.of(IDX);
    }
    String name = file.toLowerCase(Locale.ROOT).replaceFirst("[.](gz|bz2|zst)$", "");
    return Arrays.stream(values())
        .filter(format -> format.endings.stream().anyMatch(name::endsWith))
        .findFirst();
  }

  /** Returns the format that a line looks like; it is neither blank nor a comment. */
  public static Optional<Format> ofLine(String line) {
    if (line.indexOf('|') >= 0) {
      return Optional.of(VW);
    }
    if (line.indexOf(',') >= 0) {
      return Optional.of(CSV);
    }
    String number = "[+-]?[0-9.]+([eE][+-]?[0-9]+)?";
    String[] words = line.strip().split("\\s+", 3);
    boolean isLibsvm =
        words[0].matches("[0-9]+:" + number) // without a label
            || words[0].matches(number)
                && (words.length == 1 || words[1].startsWith("#") || words[1].contains(":"));
    return isLibsvm ? Optional.of(LIBSVM) : Optional.empty();
  }
}
