package io.papilio.runtime.exec;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** Combines received elements with those that are here: what a REDUCE step does. */
@FunctionalInterface
public interface Combiner {
  /** {@code into[i] = into[i] (+) from[i]}, element by element; types and lengths are equal. */
  void combine(Slice into, Slice from);

  /** Whether {@code from} may lie outside the heap, for elements of this type. */
  default boolean readsMemory(ElementType type) {
    return false;
  }
}
