package io.papilio.examples;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.List;

/**
 * Four processes are to add up their ranks, and one of them fails before. The others hear which one
 * it was and why, form a new group without it, and go on.
 */
public final class Survivors implements ProcessTask {

  @Override
  public void run(Communicator comm, List<String> arguments) {
    int unlucky = Integer.parseInt(arguments.get(0));
    if (comm.rank() == unlucky) {
      throw new IllegalStateException("disk full");
    }
    try {
      add(comm);
    } catch (CollectiveException e) {
      System.out.println("rank " + e.failedRank() + " is lost");
      try (Communicator survivors = comm.shrink()) {
        add(survivors);
      }
    }
  }

  private static void add(Communicator comm) {
    long sum = comm.allReduce(comm.rank(), Reduction.SUM);
    System.out.println("rank " + comm.rank() + " of " + comm.size() + ": sum " + sum);
  }

  /** What the processes print goes to the sink. */
  static void start(int workers, int unlucky, LineSink sink) throws Exception {
    List<String> arguments = List.of(String.valueOf(unlucky));
    try (ProcessCluster cluster =
        ProcessCluster.start(
            workers,
            Invitation.local(Sharing.AUTO),
            ProcessCluster.task(Survivors.class, arguments),
            sink)) {
      cluster.launcher().await();
    }
  }

  public static void main(String[] args) throws Exception {
    start(4, 2, LineSink.prefixed(System.out, System.err));
  }
}
