package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of CSV files that were learned from, by which others are read, in whichever order
 * those have them.
 *
 * @param label the name of the label's column
 * @param features the names of all others: a number in the first has index 0, and so on
 */
public record Columns(String label, List<String> features) {
  public Columns {
    features = List.copyOf(features);
  }

  /** Returns the names as a list, for files: the label's first; empty without columns. */
  public static List<String> names(Optional<Columns> columns) {
    List<String> names = new ArrayList<>();
    columns.ifPresent(some -> names.add(some.label));
    columns.ifPresent(some -> names.addAll(some.features));
    return names;
  }

  /** Returns the columns of which {@link #names} gave this list. */
  public static Optional<Columns> of(List<String> names) {
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(new Columns(names.get(0), names.subList(1, names.size())));
  }
}
