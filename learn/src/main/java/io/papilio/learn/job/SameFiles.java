package io.papilio.learn.job;

import io.papilio.learn.data.Together;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Sees to it that all hosts have the same files. Which worker reads what depends on their sizes, so
 * that an old copy on one of them would drop some rows and double others.
 */
final class SameFiles {

  private SameFiles() {}

  /**
   * Compares the files of this worker with those of the others; all call it together. A worker that
   * has a stream, or not all files, leaves it to those who read.
   *
   * @param host where this worker is, for people
   * @param sizes of its files by their names
   * @throws IllegalArgumentException on all workers if a file has not the same size everywhere
   */
  static void require(Communicator comm, String host, Optional<Map<String, Long>> sizes)
      throws InterruptedException {
    Files own = new Files(host, sizes.orElse(Map.of()));
    long hash = own.sizes.toString().hashCode();
    long[] most = {sizes.isEmpty() ? 1 : 0, hash, -hash};
    comm.allReduce(most, Reduction.MAX);
    boolean areAllKnown = most[0] == 0;
    if (areAllKnown && most[1] != -most[2]) {
      Optional<Files> first = comm.broadcast(Optional.of(own), Json.codec(Files.class), 0);
      Together.get(comm, () -> own.requireSame(first.orElseThrow()));
    }
  }

  /** What a host has. */
  private record Files(String host, Map<String, Long> sizes) {

    Files requireSame(Files other) {
      Set<String> names = new LinkedHashSet<>(other.sizes.keySet());
      names.addAll(sizes.keySet());
      for (String name : names) {
        if (!Objects.equals(sizes.get(name), other.sizes.get(name))) {
          throw new IllegalArgumentException(
              "%s is not the same on all hosts: %s, %s; they need the same files, or data-parts"
                  .formatted(name, other.describe(name), describe(name)));
        }
      }
      return this;
    }

    private String describe(String name) {
      Long bytes = sizes.get(name);
      return bytes == null
          ? "none on " + host
          : "%d %s on %s".formatted(bytes, bytes == 1 ? "byte" : "bytes", host);
    }
  }
}
