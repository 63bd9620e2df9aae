package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Message.Lane;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Which link leads to a peer, on each lane: an array, since it is asked for every message. */
final class Routes {
  private static final int LANES = Lane.values().length;

  private Link[] links = new Link[0];

  /** The rendezvous is -1. */
  private static int index(int peer, Lane lane) {
    return (peer + 1) * LANES + lane.ordinal();
  }

  /** Or null. */
  Link get(int peer, Lane lane) {
    int index = index(peer, lane);
    return index < links.length ? links[index] : null;
  }

  void put(int peer, Lane lane, Link link) {
    int index = index(peer, lane);
    if (index >= links.length) {
      links = Arrays.copyOf(links, Math.max(index + 1, 2 * links.length));
    }
    links[index] = link;
  }

  void remove(int peer) {
    for (Lane lane : Lane.values()) {
      if (get(peer, lane) != null) {
        put(peer, lane, null);
      }
    }
  }

  List<Link> all() {
    return Stream.of(links).filter(Objects::nonNull).toList();
  }
}
