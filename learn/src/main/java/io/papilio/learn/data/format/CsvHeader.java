package io.papilio.learn.data.format;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The first line of a CSV file: names of columns, and which of them is the label.
 *
 * @param label the label's position among the names; {@link #NONE} if there is none
 */
record CsvHeader(List<String> names, int label) {
  static final int NONE = -1;

  private static final List<String> LABELS = List.of("label", "target", "y");

  CsvHeader {
    names = List.copyOf(names);
  }

  /** Reads the first line of a file, which must have the columns that are known. */
  static CsvHeader of(String file, byte[] line, ReaderOptions options) throws BadLineException {
    List<String> names = names(line);
    CsvHeader header = new CsvHeader(names, label(file, names, options));
    Optional<Columns> known = options.features().columns();
    if (known.isPresent()) {
      header.check(file, known.get());
    }
    return header;
  }

  private static List<String> names(byte[] line) throws BadLineException {
    Set<String> names = new LinkedHashSet<>();
    CsvFields fields = new CsvFields();
    for (fields.begin(line, 0, line.length); fields.hasNext(); ) {
      fields.next();
      if (!names.add(fields.text())) {
        throw new BadLineException(fields.column(), "column '%s' twice".formatted(fields.text()));
      }
    }
    return List.copyOf(names);
  }

  /** Returns the column that the user names, else that known, else one of a usual name. */
  private static int label(String file, List<String> names, ReaderOptions options) {
    Optional<Columns> known = options.features().columns();
    String said = options.labelColumn();
    if (said.isEmpty() && known.isEmpty()) {
      return usualLabel(file, names, options.needsLabels());
    }
    String wanted = said.isEmpty() ? known.get().label() : said;
    int label = names.indexOf(wanted);
    if (label == NONE && (options.needsLabels() || !said.isEmpty())) {
      throw new DataException(
          file, "no column '%s', but %s".formatted(wanted, String.join(", ", names)));
    }
    return label;
  }

  private static int usualLabel(String file, List<String> names, boolean needsLabel) {
    List<String> lower = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    OptionalInt found = LABELS.stream().mapToInt(lower::indexOf).filter(at -> at >= 0).findFirst();
    if (found.isPresent()) {
      return found.getAsInt();
    }
    if (!needsLabel) {
      throw new DataException(
          file, "no column is called label, target or y: say which one is the label");
    }
    return 0;
  }

  private void check(String file, Columns known) {
    Set<String> missing = new HashSet<>(known.features());
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (i != label && !missing.remove(names.get(i))) {
        unknown.add(names.get(i));
      }
    }
    if (!missing.isEmpty()) {
      List<String> inOrder = known.features().stream().filter(missing::contains).toList();
      throw new DataException(file, "lacks columns: " + String.join(", ", inOrder));
    }
    if (!unknown.isEmpty()) {
      throw new DataException(
          file, "has columns that were not learned from: " + String.join(", ", unknown));
    }
  }

  /** Returns for each column its place among those features; {@link #NONE} for the label. */
  int[] places(Columns known) {
    Map<String, Integer> places = new HashMap<>();
    for (String name : known.features()) {
      places.put(name, places.size());
    }
    int[] all = new int[names.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i == label ? NONE : places.get(names.get(i));
    }
    return all;
  }

  Columns columns() {
    List<String> features = new ArrayList<>(names);
    String name = label == NONE ? "" : features.remove(label);
    return new Columns(name, features);
  }
}
