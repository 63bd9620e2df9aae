package io.papilio.runtime.comm;

import io.papilio.runtime.launch.LifeLine;
import java.util.List;

/** The main class of the processes of a {@link ProcessCluster}: a task's name and its arguments. */
final class WorkerProcess {

  private WorkerProcess() {}

  public static void main(String[] args) {
    System.setProperty("java.util.logging.SimpleFormatter.format", "%5$s%6$s%n");
    LifeLine lifeLine = LifeLine.open();
    int code = 1;
    try {
      run(lifeLine.lines(), args[0], List.of(args).subList(1, args.length));
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
            .withHeartbeat(invitation.heartbeat());
    var constructor = task.getDeclaredConstructor();
    constructor.setAccessible(true);
    ProcessTask instance = constructor.newInstance();
    try (Worker worker = Worker.join(invitation.rendezvous(), options)) {
      worker.run(communicator -> instance.run(communicator, arguments));
    }
  }
}
