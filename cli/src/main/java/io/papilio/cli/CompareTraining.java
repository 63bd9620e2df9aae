package io.papilio.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The training that a comparison repeats: the options of train but for those that it varies. */
@Command(name = "train")
final class CompareTraining {
  private static final String OPTIMIZER = "--optimizer";

  @Mixin private TrainOptions options;

  @Mixin private NetworkOptions network;

  private final List<String> words;
  private final List<String> arguments = new ArrayList<>(); // of every worker

  private CompareTraining(List<String> words) {
    this.words = new ArrayList<>(words);
  }

  /** Says what is wrong as train does, in the name of the command that was called. */
  static CompareTraining parse(List<String> words, CommandLine caller) {
    CompareTraining training = new CompareTraining(words);
    CommandLine line = new CommandLine(training);
    Papilio.registerNames(line);
    try {
      line.parseArgs(words.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      String known = String.join(" or ", e.getSuggestions());
      String hint = known.isEmpty() ? "" : "; did you mean " + known + "?";
      throw new ParameterException(caller, e.getMessage() + hint, e);
    } catch (ParameterException e) {
      throw new ParameterException(caller, e.getMessage(), e);
    }
    training.note(line.getParseResult().matchedOptionsSet());
    return training;
  }

  private void note(Iterable<OptionSpec> matched) {
    arguments.addAll(TrainOptions.words(matched));
    if (!arguments.contains(OPTIMIZER)) {
      List<String> mixes = List.of(OPTIMIZER, "sgd"); // what train would choose does not
      words.addAll(mixes);
      arguments.addAll(mixes);
    }
  }

  NetworkOptions network() {
    return network;
  }

  /** Of what is compared, whatever the strategy. */
  Learner learner() {
    return options.learner();
  }

  /** Whether the examples are made up. */
  boolean generates() {
    return options.generates();
  }

  /** What no run could be. */
  void check(TrainCommand.Launch launch) {
    if (options.out().isPresent() || options.resumes() || network.joins()) {
      throw new IllegalArgumentException(
          "a comparison keeps no model and runs here: --out, --resume and --join are for train");
    }
    boolean onThreads = launch == TrainCommand.Launch.THREADS;
    if (onThreads && (network.bytesPerSecond() > 0 || network.tls().isPresent())) {
      throw new IllegalArgumentException(
          "--throttle and --tls are for links between processes: --launch processes");
    }
  }

  /** Refuses what train would refuse. */
  void check(CompareCase one) throws IOException {
    TrainOptions all = options(one);
    all.check();
    all.learner().checkWorkers(one.workers());
  }

  TrainOptions options(CompareCase one) {
    return TrainOptions.parse(arguments(one));
  }

  /** Of every worker. */
  List<String> arguments(CompareCase one) {
    return with(arguments, "--sync", one.sync(), "--consistency", one.consistency());
  }

  /** The line that repeats a run, for a shell. */
  String command(CompareCase one, TrainCommand.Launch launch) {
    List<String> all = with(words, "--sync", one.sync(), "--consistency", one.consistency());
    all.addAll(List.of("--workers", "" + one.workers(), "--launch", Names.of(launch)));
    return "papilio train "
        + all.stream().map(CompareTraining::quoted).collect(Collectors.joining(" "));
  }

  private static List<String> with(List<String> some, String... more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return all;
  }

  private static String quoted(String word) {
    boolean plain = word.matches("[\\w@%+=:,./-]+");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
