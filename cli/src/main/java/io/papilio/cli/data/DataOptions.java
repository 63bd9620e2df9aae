package io.papilio.cli.data;

import io.papilio.cli.terminal.Names;
import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Format;
import io.papilio.learn.job.DataSpec;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How data are read, and how features are made of them. */
public final class DataOptions {
  @Option(
      names = "--format",
      description = {
        "Format of the data: libsvm, vw, csv or idx, which are images as those of MNIST with their"
            + " labels beside them (default: by the name, or how they begin)."
      })
  private Format format;

  @Option(
      names = "--bits",
      paramLabel = "B",
      defaultValue = "0",
      description = "Hash features to 2^B (default: 18 for vw, no hashing for libsvm).")
  private int bits;

  @Option(
      names = "--interact",
      paramLabel = "AB",
      split = ",",
      description = "Add the pairs of features of namespaces that begin with A and with B.")
  private List<String> interactions = List.of();

  @Option(
      names = "--bad-lines",
      defaultValue = "fail",
      description =
          "What to do about lines that cannot be read: fail, or skip and count them (default:"
              + " ${DEFAULT-VALUE}).")
  private DataReader.BadLines badLines;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      defaultValue = "",
      description =
          "The label's column in CSV (default: the model's; without one label, target or y, else"
              + " the first).")
  private String labelColumn;

  public Features features() {
    return new Features(bits, interactions);
  }

  /** With features made in another way, as a model has them. */
  public DataReader.Options with(Features features) {
    int threads = Runtime.getRuntime().availableProcessors();
    return new DataReader.Options(
        Optional.ofNullable(format), features, badLines, threads, labelColumn, true);
  }

  /** Returns what is read, described completely. */
  public DataSpec spec(
      List<String> inputs, List<String> tests, String cache, boolean parts, double holdOut) {
    return new DataSpec(
        inputs,
        tests,
        format == null ? "" : Names.of(format),
        bits,
        interactions,
        badLines,
        labelColumn,
        cache,
        parts,
        holdOut);
  }
}
