package io.papilio.learn.data.format;

import io.papilio.learn.data.Features;
import java.util.Optional;

/**
 * How to read.
 *
 * @param format if empty, each file's name or first line says
 * @param labelColumn of CSV files; if empty, that of the features' columns, or one named label,
 *     target or y, else the first
 * @param needsLabels whether a row without a label is bad; otherwise its label is NaN
 */
public record ReaderOptions(
    Optional<Format> format,
    Features features,
    BadLines badLines,
    int threads,
    String labelColumn,
    boolean needsLabels) {
  /** What to do with a line that is not a row. */
  public enum BadLines {
    FAIL, // the first one ends the reading
    SKIP // they are counted
  }

  public ReaderOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be 1 or more: " + threads);
    }
  }

  /** Returns the defaults: guess formats, keep indices, fail at bad lines, require labels. */
  public static ReaderOptions of(int threads) {
    return new ReaderOptions(Optional.empty(), Features.plain(), BadLines.FAIL, threads, "", true);
  }

  /** Returns the same options for rows that may lack labels. */
  public ReaderOptions withoutLabels() {
    return new ReaderOptions(format, features, badLines, threads, labelColumn, false);
  }

  /** Returns the same options for features that are made in another way. */
  public ReaderOptions with(Features others) {
    return new ReaderOptions(format, others, badLines, threads, labelColumn, needsLabels);
  }
}
