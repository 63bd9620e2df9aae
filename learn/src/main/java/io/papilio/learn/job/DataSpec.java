package io.papilio.learn.job;

import static io.papilio.learn.job.TrainingSpec.refuse;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.setting.Setting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is learned from, and what a model is judged by.
 *
 * @param inputs files, folders or globs to learn from, {@code -} or {@link #MEMORY}; none: made-up
 *     examples
 * @param tests files, folders or globs to judge by, {@code -} or {@link #MEMORY}
 * @param format libsvm, vw, csv or idx, on Spark also parquet or orc; empty: by the name, or how
 *     files begin
 * @param bits features are hashed to 2^bits; 0: not, except those of VW
 * @param interactions pairs of namespaces whose features are multiplied
 * @param badLines what happens to lines that are not rows
 * @param label the column of the label in CSV files; empty: by its name
 * @param cache the folder where parsed rows are kept; empty: nowhere
 * @param memory bytes of rows that a worker keeps in memory; 0: half of the heap
 * @param parts whether every host's inputs are its own part of the data
 * @param holdOut the share of examples that is kept back to see when to stop; 0: none
 */
public record DataSpec(
    List<String> inputs,
    List<String> tests,
    String format,
    int bits,
    List<String> interactions,
    BadLines badLines,
    String label,
    String cache,
    long memory,
    boolean parts,
    double holdOut) {

  private static final List<String> TABLES = List.of("parquet", "orc");

  /** Rows that a Java program has in memory, as an input. */
  public static final String MEMORY = "<memory>";

  /** Made-up examples, nothing hashed, bad lines an error. */
  public static final DataSpec MADE_UP =
      new DataSpec(List.of(), List.of(), "", 0, List.of(), BadLines.FAIL, "", "", 0, false, 0);

  /** Refuses what nobody could read. */
  public DataSpec {
    inputs = List.copyOf(inputs);
    tests = List.copyOf(tests);
    interactions = List.copyOf(interactions);
    new Features(bits, interactions); // which checks them
    refuse(
        !(holdOut >= 0 && holdOut < 1),
        "hold-out must be a share from 0 to below 1, such as 0.1, not " + holdOut);
  }

  /**
   * Returns the format of the files, if somebody said it.
   *
   * @throws IllegalArgumentException if there is no such format
   */
  Optional<Format> fileFormat() {
    try {
      return format.isEmpty()
          ? Optional.empty()
          : Optional.of(Setting.constant(Format.class, format));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("format " + e.getMessage(), e);
    }
  }

  /** Returns whether the files are tables, which Spark reads. */
  public boolean isTable() {
    return TABLES.contains(format);
  }

  /** Returns how many features there are, as far as that is known before; 0: it is not. */
  int features() {
    return bits > 0 ? 1 << bits : 0;
  }

  public boolean isMadeUp() {
    return inputs.isEmpty();
  }

  /** Returns whether some of the data come from the standard input, which can be read once. */
  public boolean readsStandardInput() {
    return inputs.contains(Source.STANDARD_INPUT) || tests.contains(Source.STANDARD_INPUT);
  }

  public DataSpec withInputs(List<String> value) {
    return new DataSpec(
        value, tests, format, bits, interactions, badLines, label, cache, memory, parts, holdOut);
  }

  public DataSpec withTests(List<String> value) {
    return new DataSpec(
        inputs, value, format, bits, interactions, badLines, label, cache, memory, parts, holdOut);
  }

  public DataSpec withBits(int value) {
    return new DataSpec(
        inputs, tests, format, value, interactions, badLines, label, cache, memory, parts, holdOut);
  }

  public DataSpec withBadLines(BadLines value) {
    return new DataSpec(
        inputs, tests, format, bits, interactions, value, label, cache, memory, parts, holdOut);
  }

  public DataSpec withHoldOut(double value) {
    return new DataSpec(
        inputs, tests, format, bits, interactions, badLines, label, cache, memory, parts, value);
  }

  /** Returns the same with another number of bytes for the rows that a worker keeps in memory. */
  public DataSpec withRowMemory(long value) {
    return new DataSpec(
        inputs, tests, format, bits, interactions, badLines, label, cache, value, parts, holdOut);
  }

  /** Returns the same with rows in memory to learn from or to judge by, or both. */
  public DataSpec withMemory(boolean rows, boolean testRows) {
    return withInputs(with(inputs, rows)).withTests(with(tests, testRows));
  }

  private static List<String> with(List<String> names, boolean memory) {
    return memory ? Stream.concat(names.stream(), Stream.of(MEMORY)).toList() : names;
  }

  /** Returns the files, folders and globs to learn from and to judge by. */
  List<String> files() {
    return Stream.concat(inputs.stream(), tests.stream())
        .filter(name -> !name.equals(MEMORY))
        .toList();
  }

  /** Returns whether some of the rows are in memory. */
  boolean usesMemory() {
    return inputs.contains(MEMORY) || tests.contains(MEMORY);
  }

  /** Refuses what does not go together, and what would have no use. */
  void check() {
    refuse(
        inputs.contains(MEMORY) && inputs.size() > 1 || tests.contains(MEMORY) && tests.size() > 1,
        "rows in memory and files: rows come from one place, so choose one of them");
    refuse(
        tests.contains(Source.STANDARD_INPUT) && inputs.contains(Source.STANDARD_INPUT),
        "the standard input holds the data or the test examples, not both");
    boolean learnsFromText = !isMadeUp() && !inputs.contains(MEMORY);
    refuse(
        !learnsFromText && (bits > 0 || !interactions.isEmpty()),
        "bits and interactions are for files: rows in memory and made-up examples have their"
            + " indices already");
    boolean saysHow = !format.isEmpty() || !label.isEmpty() || badLines != BadLines.FAIL;
    refuse(
        files().isEmpty() && saysHow,
        "format, label and bad lines are for files, and there are none");
    boolean learnsFromFiles = learnsFromText && !readsStandardInput();
    refuse(!cache.isEmpty() && !learnsFromFiles, "a cache needs data in files");
    refuse(memory < 0, "memory must be a number of bytes, not " + memory);
    refuse(
        memory > 0 && !learnsFromText,
        "memory is for data in files: rows of a program and made-up examples are in memory anyway");
    refuse(parts && !learnsFromFiles, "data-parts needs data in files, on each host its own");
  }
}
