package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.List;

/**
 * The first line of a CSV file: names of columns, and which of them is the label.
 *
 * @param label the label's position among the names
 */
record CsvHeader(List<String> names, int label) {
  private static final List<String> LABELS = List.of("label", "target", "y");

  CsvHeader {
    names = List.copyOf(names);
  }

  /**
   * From the text of the line.
   *
   * @param labelColumn its name; if empty, one with a usual name, else the first column
   */
  static CsvHeader of(String file, byte[] line, String labelColumn) throws BadLineException {
    List<String> names = new ArrayList<>();
    CsvFields fields = new CsvFields();
    for (fields.begin(line, 0, line.length); fields.hasNext(); ) {
      fields.next();
      names.add(fields.text());
    }
    if (labelColumn.isEmpty()) {
      return new CsvHeader(names, usualLabel(names));
    }
    int label = names.indexOf(labelColumn);
    if (label < 0) {
      throw new DataException(
          file, "no column '%s', but %s".formatted(labelColumn, String.join(", ", names)));
    }
    return new CsvHeader(names, label);
  }

  private static int usualLabel(List<String> names) {
    for (String usual : LABELS) {
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equalsIgnoreCase(usual)) {
          return i;
        }
      }
    }
    return 0;
  }
}
