package io.papilio.runtime.communicator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The sub-groups of a communicator: what a rank sends there, and waits there, is its own. */
final class SubGroups {
  private final Map<Communicator, Runnable> open = new ConcurrentHashMap<>();
  private final LongAdder bytesSent = new LongAdder(); // of those that are closed
  private final LongAdder blockedNanos = new LongAdder();

  /** Adds one, and what is to be run when it is closed. */
  void add(Communicator group, Runnable whenClosed) {
    open.put(group, whenClosed);
  }

  void close(Communicator group) {
    Runnable whenClosed = open.remove(group);
    if (whenClosed != null) {
      whenClosed.run();
      bytesSent.add(group.bytesSent());
      blockedNanos.add(group.blockedNanos());
    }
  }

  long bytesSent() {
    return bytesSent.sum() + open.keySet().stream().mapToLong(Communicator::bytesSent).sum();
  }

  long blockedNanos() {
    return blockedNanos.sum() + open.keySet().stream().mapToLong(Communicator::blockedNanos).sum();
  }
}
