package io.papilio.runtime.mix;

/**
 * How far workers may drift apart while they mix.
 *
 * <pre>
 *   bsp          all reduce iteration t before anybody sends t + 1
 *   notify-ack   the neighbours I send to reduce t before I send t + 1
 *   ssp:S        neighbours may be S iterations behind each other; ssp:0 gives the bits of bsp
 *   asp          nobody waits
 * </pre>
 *
 * One more is for the lab, to show what it loses: {@link BarrierOnly}.
 */
public sealed interface Consistency {

  /** Bulk-synchronous: a barrier after every iteration. */
  record Bsp() implements Consistency {
    @Override
    public String toString() {
      return "bsp";
    }
  }

  /** Kadav and Kruus, "ASAP", 2016: notify after data, acknowledge after the reduce. */
  record NotifyAck() implements Consistency {
    @Override
    public String toString() {
      return "notify-ack";
    }
  }

  /** Stale-synchronous: at most {@code bound} iterations between neighbours. */
  record Ssp(int bound) implements Consistency {
    public Ssp {
      if (bound < 0) {
        throw new IllegalArgumentException("ssp:" + bound + ": the bound must be 0 or more");
      }
    }

    @Override
    public String toString() {
      return "ssp:" + bound;
    }
  }

  /** Asynchronous: whatever is there is used. */
  record Asp() implements Consistency {
    @Override
    public String toString() {
      return "asp";
    }
  }

  /**
   * For the lab: a barrier between writing and reducing, over writes that nobody acknowledges.
   * Updates may be missing, torn or of another iteration.
   */
  record BarrierOnly() implements Consistency {
    @Override
    public String toString() {
      return "barrier-only";
    }
  }

  /** From the spelling above; the lab's {@code barrier-only} is understood, but not offered. */
  static Consistency parse(String text) {
    return switch (text) {
      case "bsp" -> new Bsp();
      case "notify-ack" -> new NotifyAck();
      case "asp" -> new Asp();
      case "barrier-only" -> new BarrierOnly();
      default -> parseSsp(text);
    };
  }

  private static Consistency parseSsp(String text) {
    if (text.matches("ssp:\\d{1,9}")) {
      return new Ssp(Integer.parseInt(text.substring("ssp:".length())));
    }
    throw new IllegalArgumentException(
        "no consistency '" + text + "'; there are: bsp, notify-ack, ssp:S (S = 0, 1, ...), asp");
  }
}
