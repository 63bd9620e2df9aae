package io.papilio.learn.job;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * How a worker shares its host with others.
 *
 * @param worker its number among the workers of its host
 * @param workers how many the host has
 */
record Hosts(int worker, int workers) {

  /** Finds it out; all workers call it together. */
  static Hosts agree(Communicator comm) {
    long[] hosts = new long[comm.size()];
    hosts[comm.rank()] = name().hashCode();
    comm.allReduce(hosts, Reduction.SUM);
    int before = 0;
    int all = 0;
    for (int rank = 0; rank < hosts.length; rank++) {
      boolean isHere = hosts[rank] == hosts[comm.rank()];
      before += isHere && rank < comm.rank() ? 1 : 0;
      all += isHere ? 1 : 0;
    }
    return new Hosts(before, all);
  }

  /** Returns the name of this host. */
  static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return e.getMessage(); // a host that does not know its own name says it in the message
    }
  }

  /** Returns how many threads a worker should have on a host like this one. */
  int threads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / workers);
  }
}
