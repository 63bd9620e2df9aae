package io.papilio.runtime.comm;

import io.papilio.core.price.LinkModel;
import java.time.Duration;
import java.util.List;

/** What a communicator may be told; the defaults do for most. */
public record Settings(Duration timeout, Duration probeAfter, LinkModel links) {

  public Settings {
    for (Duration time : List.of(timeout, probeAfter)) {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("a wait of " + time);
      }
    }
  }

  /**
   * Ten minutes, since a rank may well compute for minutes while the others wait: who is dead is
   * found out by membership, in seconds. A second until the others are asked whether they do the
   * same thing.
   */
  public static Settings of(LinkModel links) {
    return new Settings(Duration.ofMinutes(10), Duration.ofSeconds(1), links);
  }

  public Settings withTimeout(Duration value) {
    return new Settings(value, probeAfter, links);
  }
}
