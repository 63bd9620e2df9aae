package io.papilio.learn.job;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * How a worker shares its host with others.
 *
 * @param worker its number among the workers of its host
 * @param workers how many the host has
 */
record Hosts(int worker, int workers) {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id"); // of Linux

  /** Finds it out; all workers call it together. */
  static Hosts agree(Communicator comm) {
    return agree(comm, id());
  }

  /**
   * Finds it out for a worker of some host; all workers call it together.
   *
   * @param id by which the host can be told from others
   */
  static Hosts agree(Communicator comm, String id) {
    long[] hosts = new long[comm.size()];
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    hosts[comm.rank()] = UUID.nameUUIDFromBytes(bytes).getMostSignificantBits();
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

  /**
   * Returns by what this host can be told from others, which may have the same name; where the
   * system does not say when it was started, by the name alone.
   */
  static String id() {
    try {
      return name() + " " + Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return name();
    }
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
    return threads(Runtime.getRuntime().availableProcessors());
  }

  /** Returns how many threads a worker should have on a host with so many cores. */
  int threads(int cores) {
    return Math.max(1, cores / workers);
  }
}
