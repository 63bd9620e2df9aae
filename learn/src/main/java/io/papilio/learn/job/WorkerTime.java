package io.papilio.learn.job;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the seconds of a worker went.
 *
 * <pre>
 *   worker 0   | compute ..............| communicate |
 *   worker 1   | compute ...| wait ....| communicate |
 * </pre>
 *
 * Whoever was in calls for the shortest time waited for nobody: that is what communication takes,
 * and what others were in calls for beyond it they waited.
 */
public record WorkerTime(double loading, double computing, double waiting, double communicating) {

  /** Of all workers, who call it together. */
  static List<WorkerTime> gather(
      Communicator comm, double load, double seconds, double blockedSeconds) {
    double[] all = new double[3 * comm.size()];
    all[3 * comm.rank()] = load;
    all[3 * comm.rank() + 1] = seconds - blockedSeconds;
    all[3 * comm.rank() + 2] = blockedSeconds;
    comm.allReduce(all, Reduction.SUM);
    double[] blocked = new double[comm.size()];
    for (int worker = 0; worker < blocked.length; worker++) {
      blocked[worker] = all[3 * worker + 2];
    }
    double least = Arrays.stream(blocked).min().orElseThrow();
    List<WorkerTime> times = new ArrayList<>();
    for (int worker = 0; worker < blocked.length; worker++) {
      times.add(
          new WorkerTime(all[3 * worker], all[3 * worker + 1], blocked[worker] - least, least));
    }
    return times;
  }
}
