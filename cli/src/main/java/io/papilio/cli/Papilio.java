package io.papilio.cli;

import io.papilio.cli.collective.AlgorithmsCommand;
import io.papilio.cli.collective.BenchCommand;
import io.papilio.cli.collective.GraphCommand;
import io.papilio.cli.collective.LabCommand;
import io.papilio.cli.collective.PlanCommand;
import io.papilio.cli.compare.CompareCommand;
import io.papilio.cli.data.DataCommand;
import io.papilio.cli.terminal.CommandGroup;
import io.papilio.cli.terminal.Failures;
import io.papilio.cli.terminal.Names;
import io.papilio.cli.terminal.StandardOutput;
import io.papilio.cli.train.EvalCommand;
import io.papilio.cli.train.ExportCommand;
import io.papilio.cli.train.PredictCommand;
import io.papilio.cli.train.RendezvousCommand;
import io.papilio.cli.train.TrainCommand;
import io.papilio.cli.train.WorkerCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.ServiceConfigurationError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** The {@code papilio} command: the list of its commands. */
@Command(
    name = "papilio",
    description = "Trains models on many workers and moves as few bytes as it can to do it.",
    versionProvider = Papilio.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Every command explains itself: papilio COMMAND --help.",
      "Exit codes: 0 success, 2 bad usage or bad input, 1 failure."
    })
public final class Papilio extends CommandGroup {
  private static final List<Class<?>> COMMANDS =
      List.of(
          AlgorithmsCommand.class,
          BenchCommand.class,
          CompareCommand.class,
          DataCommand.class,
          EvalCommand.class,
          ExportCommand.class,
          GraphCommand.class,
          PlanCommand.class,
          PredictCommand.class,
          RendezvousCommand.class,
          TrainCommand.class,
          LabCommand.class,
          WorkerCommand.class);

  private static final List<String> VERSION = List.of("-V", "--version");

  private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (System.getProperty(LOG_FORMAT) == null) {
      System.setProperty(LOG_FORMAT, "papilio: %5$s%6$s%n"); // one line each
    }
    StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    PrintWriter out = new PrintWriter(standard);
    PrintWriter err = new PrintWriter(System.err, true);
    int code = run(out, err, args);
    if (out.checkError() && !standard.isUnwanted()) {
      err.println("papilio: not all output could be written");
      code = Failures.FAILURE;
    }
    System.exit(code);
  }

  /** Runs a command in this process and returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine line = line(args);
    line.setOut(out);
    line.setErr(err);
    line.setUnmatchedOptionsAllowedAsOptionParameters(false); // a mistyped option is no file
    line.setUsageHelpWidth(100);
    line.setUsageHelpLongOptionsMaxWidth(40);
    Names.register(line);
    Failures failures = new Failures();
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    try {
      return line.execute(args);
    } catch (LinkageError | ServiceConfigurationError e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      err.println("papilio: a plug-in cannot be loaded: " + reason.getMessage());
      return Failures.BAD_INPUT;
    } catch (OutOfMemoryError e) {
      err.println("papilio: out of memory; give it more with PAPILIO_JAVA_OPTS=-Xmx...");
      return Failures.FAILURE;
    } finally {
      out.flush();
      err.flush();
    }
  }

  /**
   * Returns the command with the subcommand that is called, or with all if the first word is none:
   * to know the options of all takes several times as long as to know those of one.
   */
  static CommandLine line(String... args) {
    CommandLine line = new CommandLine(new Papilio());
    String first = args.length == 0 ? "" : args[0];
    List<Class<?>> called = COMMANDS.stream().filter(type -> name(type).equals(first)).toList();
    boolean isComplete = !called.isEmpty() || (args.length == 1 && VERSION.contains(first));
    for (Class<?> type : isComplete ? called : COMMANDS) {
      line.addSubcommand(new CommandLine(type));
    }
    return line;
  }

  private static String name(Class<?> type) {
    return type.getAnnotation(Command.class).name();
  }

  /** From the manifest of the jar, which a build writes. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Papilio.class.getPackage().getImplementationVersion();
      return new String[] {"papilio " + (version == null ? "(not packaged)" : version)};
    }
  }
}
