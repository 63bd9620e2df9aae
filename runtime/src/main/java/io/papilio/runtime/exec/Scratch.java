package io.papilio.runtime.exec;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/**
 * Spare arrays, kept between operations so that a warm communicator allocates none. Used within the
 * turns of one node.
 */
public final class Scratch {
  private final Map<ElementType, Deque<Slice>> spare = new EnumMap<>(ElementType.class);

  public Scratch() {
    for (ElementType type : ElementType.values()) {
      spare.put(type, new ArrayDeque<>());
    }
  }

  /** At least {@code length} elements, with anything in them. */
  Slice take(ElementType type, int length) {
    Slice found = spare.get(type).poll();
    return found != null && found.length() >= length ? found : Slice.allocate(type, length);
  }

  /** Gives back what {@link #take} gave. */
  void giveBack(Slice slice) {
    spare.get(slice.type()).push(slice);
  }
}
