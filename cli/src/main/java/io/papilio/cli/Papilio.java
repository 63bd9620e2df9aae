package io.papilio.cli;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Format;
import io.papilio.learn.linear.Loss;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.ServiceConfigurationError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code papilio} command: the list of its commands. */
@Command(
    name = "papilio",
    description = "Trains models on many workers and moves as few bytes as it can to do it.",
    subcommands = {
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
      WorkerCommand.class
    },
    versionProvider = Papilio.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Every command explains itself: papilio COMMAND --help.",
      "Exit codes: 0 success, 2 bad usage or bad input, 1 failure."
    })
public final class Papilio implements Runnable {
  private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

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
    CommandLine line = new CommandLine(new Papilio());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpWidth(100);
    line.setUsageHelpLongOptionsMaxWidth(40);
    register(line, AllReduceBenchCommand.TransportName.class);
    register(line, LinkOptions.Link.class);
    register(line, PlanCommand.ElementType.class);
    register(line, TrainCommand.Launch.class);
    register(line, Answers.Kind.class);
    registerNames(line);
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

  /** Of what is learned, and how. */
  static void registerNames(CommandLine line) {
    register(line, Loss.class);
    register(line, Format.class);
    register(line, DataReader.BadLines.class);
    register(line, ExportFormat.class);
    register(line, LearnerOptions.OptimizerName.class);
    register(line, LearnerOptions.ModelName.class);
    register(line, LinearOptions.Preconditioner.class);
    register(line, MatrixOptions.Schedule.class);
    register(line, SyncOptions.Policy.class);
    register(line, DataCommand.Kind.class);
  }

  private static <E extends Enum<E>> void register(CommandLine line, Class<E> type) {
    line.registerConverter(type, Names.converter(type));
  }

  @Override
  public void run() {
    throw HelpOption.commandMissing(command);
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
