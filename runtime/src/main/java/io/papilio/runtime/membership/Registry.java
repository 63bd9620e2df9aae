package io.papilio.runtime.membership;

import io.papilio.runtime.transport.process.Admission;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * Gives numbers to the processes that come to the rendezvous. A number is given once: who comes in
 * the place of a dead process gets a new one, so that nothing of the old one is taken for its own.
 */
final class Registry implements Admission {
  private final Map<Integer, Endpoint> present = new HashMap<>();
  private final TreeSet<Integer> unused = new TreeSet<>();
  private int next;

  /** Has the numbers of a first group of {@code size} to give first. */
  Registry(int size) {
    for (int node = 0; node < size; node++) {
      unused.add(node);
    }
    this.next = size;
  }

  @Override
  public synchronized Verdict admit(Hello hello) {
    if (hello.node() != Hello.NEW) {
      return present.containsKey(hello.node())
          ? Verdict.admit(hello.node())
          : Verdict.refuse("nobody here knows node " + hello.node());
    }
    Endpoint holder = present.get(hello.rank());
    if (holder != null) {
      return Verdict.refuse("rank %d is taken by %s".formatted(hello.rank(), holder.describe()));
    }
    int node = number(hello.rank());
    present.put(node, Endpoint.parse(hello.address()));
    return Verdict.admit(node);
  }

  private int number(int rank) {
    if (rank == Hello.ANY && !unused.isEmpty()) {
      return unused.pollFirst();
    }
    return unused.remove(rank) ? rank : next++;
  }

  /** The node that is a process of this number on its host. */
  synchronized OptionalInt find(long pid) {
    return present.entrySet().stream()
        .filter(entry -> entry.getValue().pid() == pid)
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }

  /** A node is gone; returns where it was. */
  synchronized Optional<Endpoint> remove(int node) {
    return Optional.ofNullable(present.remove(node));
  }

  synchronized int size() {
    return present.size();
  }
}
