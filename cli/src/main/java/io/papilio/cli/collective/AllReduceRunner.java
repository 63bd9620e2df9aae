package io.papilio.cli.collective;

import io.papilio.cli.collective.AllReduceBench.Plan;
import io.papilio.cli.collective.AllReduceBench.Row;
import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.Networks;
import io.papilio.cli.terminal.Progress;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Runs the benchmark on threads, on processes of this machine, or as one process of several. */
record AllReduceRunner(int ranks, Plan plan, Progress progress) {

  List<Row> threads() {
    List<Row> rows = new ArrayList<>();
    LocalCluster.run(ranks, comm -> AllReduceBench.run(comm, plan, progress, rows::add));
    return rows;
  }

  List<Row> processes(NetworkOptions network, Sharing sharing, PrintWriter err) throws Exception {
    LineSink others = (rank, stream, text) -> err.println("[" + rank + "] " + text);
    AllReduceBench.Listener listener = new AllReduceBench.Listener(progress, others);
    var spec = ProcessCluster.task(AllReduceBench.class, plan.arguments());
    var invitation = Networks.invitation(network, sharing);
    try (ProcessCluster cluster = ProcessCluster.start(ranks, invitation, spec, listener)) {
      cluster.await();
    }
    return listener.rows();
  }

  /** Rank 0 gets the rows, the others none. */
  List<Row> oneOfMany(NetworkOptions network, Sharing sharing) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (Worker worker = Networks.join(network, sharing)) {
      int size = worker.communicator().size();
      if (size != ranks) {
        throw new IllegalArgumentException("the group has %d ranks, not %d".formatted(size, ranks));
      }
      worker.run(comm -> AllReduceBench.run(comm, plan, progress, rows::add));
    }
    return rows;
  }
}
