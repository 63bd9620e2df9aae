package io.papilio.runtime.cluster;

import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.launch.LifeLine;
import io.papilio.runtime.launch.WorkerSpec;
import io.papilio.runtime.membership.Heartbeat;
import java.util.ArrayList;
import java.util.List;

/**
 * The main class of the processes of a {@link ProcessCluster}. The name of the task is on the
 * command line; its arguments come through the life line, where they may be long and nobody else
 * reads them.
 */
final class WorkerProcess {

  private static final String ARGUMENT = "argument ";

  private WorkerProcess() {}

  /** Returns what is on the command line of a task. */
  static WorkerSpec command(WorkerSpec spec) {
    return isTask(spec)
        ? new WorkerSpec(spec.mainClass(), spec.arguments().subList(0, 1), spec.jvmOptions())
        : spec;
  }

  /** Returns what a task reads from its life line beside the invitation. */
  static List<String> lines(WorkerSpec spec) {
    return isTask(spec)
        ? spec.arguments().stream().skip(1).map(text -> ARGUMENT + text).toList()
        : List.of();
  }

  private static boolean isTask(WorkerSpec spec) {
    return spec.mainClass().equals(WorkerProcess.class.getName());
  }

  private static List<String> arguments(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(ARGUMENT))
        .map(line -> line.substring(ARGUMENT.length()))
        .toList();
  }

  public static void main(String[] args) {
    System.setProperty("java.util.logging.SimpleFormatter.format", "%5$s%6$s%n");
    LifeLine lifeLine = LifeLine.open();
    int code = 1;
    try {
      List<String> arguments = new ArrayList<>(List.of(args).subList(1, args.length));
      arguments.addAll(arguments(lifeLine.lines()));
      run(lifeLine.lines(), args[0], arguments);
      code = 0;
    } catch (CollectiveException e) {
      System.err.println(e.getMessage()); // the trouble is elsewhere
    } catch (Throwable e) { // also errors: the process ends with a code that says so
      e.printStackTrace();
    }
    System.exit(code);
  }

  private static void run(List<String> lines, String name, List<String> arguments)
      throws Exception {
    Class<? extends ProcessTask> task = Class.forName(name).asSubclass(ProcessTask.class);
    Invitation invitation = Invitation.parse(lines);
    Worker.Options options =
        Worker.Options.of(invitation.options())
            .withRank(Invitation.rank(lines))
            .withHeartbeat(invitation.heartbeat().orElse(Heartbeat.DEFAULT))
            .withTimeout(invitation.joinTimeout());
    var constructor = task.getDeclaredConstructor();
    constructor.setAccessible(true);
    ProcessTask instance = constructor.newInstance();
    try (Worker worker = Worker.join(invitation.rendezvous(), options)) {
      worker.run(communicator -> instance.run(communicator, arguments));
    }
  }
}
