package io.papilio.learn.data;

import java.util.List;

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
}
