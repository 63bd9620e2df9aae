package io.papilio.cli.compare;

import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.PlaceOptions;
import io.papilio.cli.terminal.Failures;
import io.papilio.cli.terminal.Names;
import io.papilio.cli.train.SettingOptions;
import io.papilio.cli.train.TrainOptions;
import io.papilio.lab.compare.ComparisonCase;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The training that a comparison repeats: the options of train but for those that it varies. */
@Command(name = "train", modelTransformer = SettingOptions.class)
final class CompareTraining {
  private static final String OPTIMIZER = "--optimizer";

  @Mixin private TrainOptions options;

  @Mixin private NetworkOptions network;

  private final List<String> words;

  private ParseResult given;

  private CompareTraining(List<String> words) {
    this.words = new ArrayList<>(words);
    if (words.stream().noneMatch(word -> word.split("=")[0].equals(OPTIMIZER))) {
      // what train would choose takes no strategies
      this.words.addAll(List.of(OPTIMIZER, "sgd"));
    }
  }

  /** Says what is wrong as train does, in the name of the command that was called. */
  static CompareTraining parse(List<String> words, CommandLine caller) {
    CompareTraining training = new CompareTraining(words);
    CommandLine line = new CommandLine(training);
    line.setUnmatchedOptionsAllowedAsOptionParameters(false);
    Names.register(line);
    try {
      training.given = line.parseArgs(training.words.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new ParameterException(caller, Failures.explanation(e), e);
    }
    return training;
  }

  NetworkOptions network() {
    return network;
  }

  /**
   * Returns what all runs have in common.
   *
   * @throws IllegalArgumentException if no run could be so
   */
  TrainingSpec spec(Launch launch) {
    TrainingSpec spec = options.spec(launch, 0);
    boolean keeps = !spec.output().model().isEmpty() || spec.output().resume();
    if (keeps || network.joins()) {
      throw new IllegalArgumentException(
          "a comparison keeps no model and runs here: --out, --resume and --join are for train");
    }
    if (spec.data().readsStandardInput()) {
      throw new IllegalArgumentException(
          "each run of a comparison reads the data, and the standard input can be read once");
    }
    PlaceOptions.check(given, launch);
    return spec;
  }

  /** Returns the line that repeats a run, for a shell. */
  String command(ComparisonCase one, Launch launch) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--sync", one.sync(), "--consistency", one.consistency()));
    all.addAll(List.of("--workers", "" + one.workers(), "--launch", Names.of(launch)));
    return "papilio train "
        + all.stream().map(CompareTraining::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    boolean plain = word.matches("[\\w@%+=:,./-]+");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
