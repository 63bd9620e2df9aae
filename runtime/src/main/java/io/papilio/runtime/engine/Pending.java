package io.papilio.runtime.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * What one thread waits for in {@link Node#await}, and a machine of the node ends. It can be used
 * again afterwards.
 */
public class Pending {
  private volatile boolean done;
  private volatile Thread waiter;

  public final boolean isDone() {
    return done;
  }

  /** Before it begins, for the first time or once more. */
  protected final void begin() {
    waiter = null;
    done = false;
  }

  /** Lets the waiter go. */
  protected final void end() {
    done = true;
    Thread thread = waiter;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** For the thread that is about to park: it is unparked at the end, if that has not come yet. */
  final void awaitedBy(Thread thread) {
    waiter = thread;
  }
}
