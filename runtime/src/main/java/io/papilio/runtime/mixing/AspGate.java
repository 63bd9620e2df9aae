package io.papilio.runtime.mixing;

import java.util.Set;

/** Asynchronous: nobody waits, nobody is told. */
final class AspGate implements Gate {

  @Override
  public void onSignal(int from, Signal signal, int iteration) {}

  @Override
  public Set<Integer> awaited(int iteration) {
    return Set.of();
  }

  @Override
  public String toString() {
    return "open";
  }
}
