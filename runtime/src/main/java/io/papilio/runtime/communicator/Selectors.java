package io.papilio.runtime.communicator;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One selector for all communicators of this process whose links are alike: a choice takes
 * milliseconds, and a communicator may live for one call only.
 */
final class Selectors {
  /** There are a few kinds of links, unless somebody calibrates for ever. */
  private static final int MOST = 100;

  private static final Map<LinkModel, Selector> KNOWN = new ConcurrentHashMap<>();

  private Selectors() {}

  static Selector of(LinkModel link) {
    if (KNOWN.size() >= MOST) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(link, Selector::new);
  }
}
