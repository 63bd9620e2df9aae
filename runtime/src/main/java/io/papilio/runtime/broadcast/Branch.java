package io.papilio.runtime.broadcast;

import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * This rank's place in the tree of one origin.
 *
 * <pre>
 *              parent
 *   updates      |   ^   how many are done with, here and below
 *   in pieces    v   |
 *            this rank     0 ... done ... taken ... given ... here ... (arriving)
 *              |  ^  |         nobody      the      waiting
 *              v  |  v         needs it    caller   to be
 *              children                    has it   handed over
 * </pre>
 *
 * An update counts against the origin's share from its first byte until it is done with. What the
 * origin counts as under way is at least what any rank holds of it: the origin hears last.
 */
final class Branch {
  /** What an update takes beside its bytes, about: even empty ones cannot pile up unnoticed. */
  static final int OVERHEAD_BYTES = 64;

  private final int rank;
  private final int origin;
  private final int parent;
  private final int[] children;
  private final int[] doneBelow;
  private final Deque<Slice> waiting = new ArrayDeque<>();
  private final Deque<Long> costs = new ArrayDeque<>();
  private Slice arriving;
  private int arrived;
  private int here;
  private int given;
  private int taken;
  private int done;
  private boolean ended;
  private long heldBytes;
  private long largestBytes;

  Branch(BroadcastTree tree, int rank) {
    this.rank = rank;
    this.origin = tree.origin();
    this.parent = tree.parent(rank);
    this.children = tree.children(rank);
    this.doneBelow = new int[children.length];
  }

  int origin() {
    return origin;
  }

  int parent() {
    return parent;
  }

  int[] children() {
    return children;
  }

  /** How many updates are complete here. */
  int here() {
    return here;
  }

  /** The iterations before this one are complete here: all, if the origin sends no more. */
  int clock() {
    return ended ? Integer.MAX_VALUE : here;
  }

  /** How many updates nobody needs any more, here or below. */
  int done() {
    return done;
  }

  long heldBytes() {
    return heldBytes;
  }

  /** For the origin itself: an update of its own, which it has no need to be handed. */
  void publish(Slice update) {
    hold(update);
    here++;
    given = here;
    taken = here;
  }

  private void hold(Slice update) {
    long cost = update.lengthBytes() + OVERHEAD_BYTES;
    costs.add(cost);
    heldBytes += cost;
    largestBytes = Math.max(largestBytes, cost);
  }

  /**
   * For the origin itself: whether there is room for one more update, which is taken to be no
   * larger than those before. One has room in any share.
   */
  boolean hasRoom(long shareBytes) {
    return heldBytes == 0 || heldBytes + largestBytes <= shareBytes;
  }

  /** The next piece of an update of {@code length} bytes has come; returns a copy to keep. */
  Slice add(long iteration, long length, Slice piece) {
    if (ended || iteration != here || arriving != null && arriving.length() != length) {
      throw new IllegalStateException(
          "of rank %d, %d bytes of update %d came to rank %d where update %d was to come"
              .formatted(origin, length, iteration, rank, here));
    }
    if (arriving == null) {
      arriving = Slice.of(new byte[Math.toIntExact(length)]);
      hold(arriving);
    }
    Slice copy = arriving.slice(arrived, arrived + piece.length());
    piece.copyTo(copy);
    arrived += piece.length();
    if (arrived == arriving.length()) {
      waiting.add(arriving);
      here++;
      arriving = null;
      arrived = 0;
    }
    return copy;
  }

  /** The origin sends no more than {@code count} updates. */
  void end(long count) {
    if (ended || count != here) {
      throw new IllegalStateException(
          "rank %d has sent %d updates, of which %d came to rank %d"
              .formatted(origin, count, here, rank));
    }
    ended = true;
  }

  /** How many updates were handed over. */
  int given() {
    return given;
  }

  /** Whether there is one to be handed over. */
  boolean offers() {
    return given < here;
  }

  Update give() {
    return new Update(origin, given++, waiting.remove());
  }

  /** The caller is done with what it was given; returns whether more is done with than before. */
  boolean take() {
    taken = given;
    return settle();
  }

  /** A child says how many are done with, there and below; returns as {@link #take}. */
  boolean doneBelow(int child, long count) {
    int index = Arrays.binarySearch(children, child);
    if (index < 0 || count > here) {
      throw new IllegalStateException(
          "rank %d is done with %d updates of rank %d, of which %d have come to rank %d"
              .formatted(child, count, origin, here, rank));
    }
    doneBelow[index] = (int) count;
    return settle();
  }

  private boolean settle() {
    int before = done;
    int now = Math.min(taken, Arrays.stream(doneBelow).min().orElse(taken));
    for (; done < now; done++) {
      heldBytes -= costs.remove();
    }
    return done > before;
  }

  /** Whether there is still something to come from this rank, or to go to it. */
  boolean lacks(int other) {
    return !ended && (other == parent || Arrays.binarySearch(children, other) >= 0);
  }

  /** The children that others wait for, because something is not done with there or below. */
  Set<Integer> behind() {
    Set<Integer> behind = new TreeSet<>();
    for (int i = 0; i < children.length; i++) {
      if (doneBelow[i] < here) {
        behind.add(children[i]);
      }
    }
    return behind;
  }
}
