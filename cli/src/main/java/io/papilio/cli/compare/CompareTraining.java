package io.papilio.cli.compare;

import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.PlaceOptions;
import io.papilio.cli.terminal.Names;
import io.papilio.cli.train.SettingOptions;
import io.papilio.cli.train.TrainOptions;
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
import picocli.CommandLine.UnmatchedArgumentException;

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
    if (!words.contains(OPTIMIZER)) { // what train would choose takes no strategies
      this.words.addAll(List.of(OPTIMIZER, "sgd"));
    }
  }

  /** Says what is wrong as train does, in the name of the command that was called. */
  static CompareTraining parse(List<String> words, CommandLine caller) {
    CompareTraining training = new CompareTraining(words);
    training.read(caller);
    return training;
  }

  private void read(CommandLine caller) {
    CommandLine line = new CommandLine(this);
    line.setUnmatchedOptionsAllowedAsOptionParameters(false);
    Names.register(line);
    try {
      given = line.parseArgs(words.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      String known = String.join(" or ", e.getSuggestions());
      String hint = known.isEmpty() ? "" : "; did you mean " + known + "?";
      throw new ParameterException(caller, e.getMessage() + hint, e);
    } catch (ParameterException e) {
      throw new ParameterException(caller, e.getMessage(), e);
    }
  }

  NetworkOptions network() {
    return network;
  }

  /** Returns what is compared, whatever the strategy. */
  TrainingSpec spec() {
    return options.spec(Launch.THREADS, 0);
  }

  /** Refuses what no run could be. */
  void check(Launch launch) {
    TrainingSpec spec = spec();
    boolean keeps = !spec.output().model().isEmpty() || spec.output().resume();
    if (keeps || network.joins()) {
      throw new IllegalArgumentException(
          "a comparison keeps no model and runs here: --out, --resume and --join are for train");
    }
    PlaceOptions.check(given, launch);
  }

  /** Returns one run of the comparison. */
  TrainingSpec spec(CompareCase one, Launch launch) {
    return options.spec(launch, one.workers()).withSync(one.sync(), one.consistency());
  }

  /** Returns the line that repeats a run, for a shell. */
  String command(CompareCase one, Launch launch) {
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
