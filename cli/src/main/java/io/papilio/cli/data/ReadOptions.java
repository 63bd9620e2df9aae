package io.papilio.cli.data;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.job.DataSpec;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How files are read, whatever their features become. */
public final class ReadOptions {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of the data: libsvm, vw, csv, or idx for images such as MNIST's, with a file of"
              + " labels beside them (default: found by the file's name or its first bytes).")
  Format format;

  @Option(
      names = "--bad-lines",
      paramLabel = "fail|skip",
      description =
          "What to do with lines that cannot be read: fail (the default), or skip and count them.")
  ReaderOptions.BadLines badLines = DataSpec.MADE_UP.badLines();

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description =
          "Name of the label column in CSV (default: the model's, else label, target or y, else the"
              + " first column).")
  String labelColumn = DataSpec.MADE_UP.label();

  /** Returns how to read rows with such features, on all cores. */
  public ReaderOptions with(Features features) {
    int threads = Runtime.getRuntime().availableProcessors();
    return new ReaderOptions(
        Optional.ofNullable(format), features, badLines, threads, labelColumn, true);
  }
}
