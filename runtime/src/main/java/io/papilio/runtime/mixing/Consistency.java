package io.papilio.runtime.mixing;

/**
 * How far workers may drift apart while they exchange updates.
 *
 * <pre>
 *                slack   barrier   a reader finds    what it means
 *   bsp          0       yes       every update      a reduce of t waits for all updates of t
 *   notify-ack   0       no        every update      those I send to reduce t before I send t + 1
 *   ssp:S        S       no        every update      neighbours may be S iterations apart
 *   asp          any     no        the newest one    nobody waits
 *   barrier-only any     yes       the newest one    all send t before anybody reduces t
 * </pre>
 *
 * Under bsp nobody misses an update, so all reduce the same as behind a barrier; the mixer needs
 * none for that. {@code ssp:0} gives the bits of bsp. The last one is for the lab, to show what it
 * loses: its barrier stands between writing and reducing, over writes that nobody acknowledges, so
 * that updates may be missing, torn or of another iteration.
 *
 * @param name the spelling that {@link #parse} understands
 * @param slack how many iterations old an update may be that is used in place of a newer one
 * @param barrier whether it is as if all workers met in every iteration
 */
public record Consistency(String name, int slack, boolean barrier) {
  /** The slack of those who never wait for an update. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Bulk-synchronous: what all reduce is what they would behind a barrier. */
  public static final Consistency BSP = new Consistency("bsp", 0, true);

  /** Kadav and Kruus, "ASAP", 2016: notify after data, acknowledge after the reduce. */
  public static final Consistency NOTIFY_ACK = new Consistency("notify-ack", 0, false);

  /** Asynchronous: whatever is there is used. */
  public static final Consistency ASP = new Consistency("asp", UNBOUNDED, false);

  /** For the lab: what the papers compare NOTIFY-ACK with. */
  public static final Consistency BARRIER_ONLY = new Consistency("barrier-only", UNBOUNDED, true);

  public Consistency {
    if (slack < 0 || barrier && slack > 0 && slack < UNBOUNDED) {
      throw new IllegalArgumentException(
          "%s: a slack of %d%s".formatted(name, slack, barrier ? " at a barrier" : ""));
    }
  }

  /** Stale-synchronous: at most {@code slack} iterations between neighbours. */
  public static Consistency ssp(int slack) {
    return new Consistency("ssp:" + slack, slack, false);
  }

  /** Returns whether all reduce what they would behind a barrier, and wait as there: bsp, ssp:0. */
  public boolean isBulkSynchronous() {
    return slack == 0 && !equals(NOTIFY_ACK);
  }

  /**
   * Whether an update may be overwritten by the next before all have read it; else it is kept, in a
   * queue where there can be several.
   */
  public boolean overwrites() {
    return slack == UNBOUNDED;
  }

  /** From the spelling above; the lab's {@code barrier-only} is understood, but not offered. */
  public static Consistency parse(String text) {
    for (Consistency each : new Consistency[] {BSP, NOTIFY_ACK, ASP, BARRIER_ONLY}) {
      if (each.name.equals(text)) {
        return each;
      }
    }
    if (text.matches("ssp:\\d{1,9}")) {
      return ssp(Integer.parseInt(text.substring("ssp:".length())));
    }
    throw new IllegalArgumentException(
        "no consistency '" + text + "'; there are: bsp, notify-ack, ssp:S (S = 0, 1, ...), asp");
  }

  @Override
  public String toString() {
    return name;
  }
}
