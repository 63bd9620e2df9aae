package io.papilio.cli.data;

import io.papilio.cli.terminal.Names;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.job.DataSpec;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How files are read, and how features are made of what is in them. */
public final class DataOptions {
  @Mixin private ReadOptions reading;

  @Option(
      names = "--bits",
      paramLabel = "B",
      description =
          "Hash features to 2^B indices (default: 18 for vw, no hashing for other formats).")
  private int bits = DataSpec.MADE_UP.bits();

  @Option(
      names = "--interact",
      paramLabel = "AB",
      split = ",",
      description =
          "Add products of each feature of namespaces that begin with A and each of those with B.")
  private List<String> interactions = DataSpec.MADE_UP.interactions();

  Features features() {
    return new Features(bits, interactions);
  }

  ReaderOptions reader() {
    return reading.with(features());
  }

  /** Returns what is read, described completely. */
  public DataSpec spec(
      List<String> inputs, List<String> tests, String cache, boolean parts, double holdOut) {
    return new DataSpec(
        inputs,
        tests,
        reading.format == null ? "" : Names.of(reading.format),
        bits,
        interactions,
        reading.badLines,
        reading.labelColumn,
        cache,
        DataSpec.MADE_UP.memory(),
        parts,
        holdOut);
  }
}
