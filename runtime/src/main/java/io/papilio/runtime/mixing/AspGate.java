package io.papilio.runtime.mixing;

import java.util.Set;

/** Asynchronous: nobody waits, nobody is told. */
final class AspGate implements Gate {

  @Override
  public Set<Integer> beforeSend(int iteration) {
    return Set.of();
  }

  @Override
  public void afterSend(int iteration) {}

  @Override
  public Set<Integer> beforeReduce(int iteration) {
    return Set.of();
  }

  @Override
  public void afterReduce(int iteration) {}

  @Override
  public void onSignal(int from, Signal signal, int iteration) {}

  @Override
  public String toString() {
    return "open";
  }
}
