package io.papilio.core.price;

/**
 * Which rank goes on next, and when. A rank is in the queue at most once.
 *
 * <p>In most schedules many ranks go on at the same time, so those added one after the other for
 * the same time form a bucket, and only the buckets are in a binary heap:
 *
 * <pre>
 *   heap:    [t = 10]            bucket:  0 -> 1 -> 2 -> 3
 *           /        \
 *     [t = 12]      [t = 11]
 * </pre>
 *
 * Equal times are taken in an order that depends on nothing but what was added.
 */
final class EventQueue {
  private static final int NONE = -1;

  /** The buckets, each named by its first rank. */
  private final int[] heap;

  private final double[] times;
  private final int[] next;
  private final int[] last;
  private int count;

  /** The bucket that was added to last. */
  private int open = NONE;

  EventQueue(int size) {
    this.heap = new int[size];
    this.times = new double[size];
    this.next = new int[size];
    this.last = new int[size];
  }

  boolean isEmpty() {
    return count == 0;
  }

  double time() {
    return times[heap[0]];
  }

  void add(double time, int rank) {
    times[rank] = time;
    next[rank] = NONE;
    if (open != NONE && times[open] == time) {
      next[last[open]] = rank;
      last[open] = rank;
    } else {
      last[rank] = rank;
      open = rank;
      siftUp(count++, rank);
    }
  }

  /** Takes the first event out and says whose it was. */
  int poll() {
    int first = heap[0];
    int second = next[first];
    if (open == first) {
      open = second;
    }
    if (second == NONE) {
      count--;
      siftDown(heap[count]);
    } else {
      last[second] = last[first];
      heap[0] = second;
    }
    return first;
  }

  private void siftUp(int place, int bucket) {
    int at = place;
    while (at > 0 && times[bucket] < times[heap[(at - 1) / 2]]) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = bucket;
  }

  private void siftDown(int bucket) {
    int at = 0;
    for (int child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && times[heap[child + 1]] < times[heap[child]]) {
        child++;
      }
      if (times[bucket] <= times[heap[child]]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = bucket;
  }
}
