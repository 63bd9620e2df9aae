package io.papilio.runtime.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.schedule.Schedule;
import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/**
 * The executors of all ranks, and what is under way between them: messages and releases come in any
 * order that links allow, and some of what is sent arrives outside the heap.
 */
public final class AllRanks {
  private final int size;
  private final Random random;
  private final List<ScheduleExecutor> executors = new ArrayList<>();
  private final List<Queue<Runnable>> links = new ArrayList<>();
  private final List<Queue<Runnable>> busy = new ArrayList<>();
  private final boolean lends;
  private int unreleased;

  /** The schedule and the store of each rank. */
  public AllRanks(
      List<Schedule> schedules, List<? extends Store> stores, long maxPayloadBytes, Random random) {
    this.size = schedules.size();
    this.random = random;
    this.lends = random.nextBoolean();
    for (int link = 0; link < size * size; link++) {
      links.add(new ArrayDeque<>());
    }
    for (int rank = 0; rank < size; rank++) {
      Port port = new Port(rank, maxPayloadBytes);
      executors.add(new ScheduleExecutor(schedules.get(rank), stores.get(rank), port));
    }
  }

  private final class Port implements ScheduleExecutor.Port {
    private final int from;
    private final long maxPayloadBytes;

    Port(int from, long maxPayloadBytes) {
      this.from = from;
      this.maxPayloadBytes = maxPayloadBytes;
    }

    @Override
    public long maxPayloadBytes() {
      return maxPayloadBytes;
    }

    @Override
    public boolean lends() {
      return lends;
    }

    @Override
    public boolean send(int to, int sequence, Slice piece, boolean more) {
      if (!lends) {
        return copy(to, sequence, piece, more);
      }
      unreleased++;
      Message.Owner release = released -> put(to, from, () -> released(from, to));
      put(
          from,
          to,
          () -> {
            Message message =
                Message.to(to, Lane.DATA, 1)
                    .sequence(sequence)
                    .more(more)
                    .payload(random.nextInt(4) == 0 ? outside(piece) : piece);
            executors.get(to).onMessage(from, message.arrived(from, release));
          });
      return false;
    }

    /** At once or only when it leaves, as a socket does that may be full. */
    private boolean copy(int to, int sequence, Slice piece, boolean more) {
      boolean atOnce = random.nextBoolean();
      Message message = Message.to(to, Lane.DATA, 1).sequence(sequence).more(more);
      unreleased += atOnce ? 0 : 1;
      message.payload(atOnce ? piece.copy() : piece);
      put(
          from,
          to,
          () -> {
            if (!atOnce) {
              message.payload(piece.copy());
              released(from, to);
            }
            executors.get(to).onMessage(from, message.arrived(from, released -> {}));
          });
      return atOnce;
    }
  }

  private void put(int from, int to, Runnable event) {
    Queue<Runnable> link = links.get(from * size + to);
    if (link.isEmpty()) {
      busy.add(link);
    }
    link.add(event);
  }

  private void takeOne() {
    int any = random.nextInt(busy.size());
    Queue<Runnable> link = busy.get(any);
    Runnable event = link.remove();
    if (link.isEmpty()) {
      Queue<Runnable> last = busy.remove(busy.size() - 1);
      if (any < busy.size()) {
        busy.set(any, last);
      }
    }
    event.run();
  }

  private static Slice outside(Slice piece) {
    Memory memory = new Memory(ByteBuffer.allocateDirect((int) piece.lengthBytes()));
    Slice copy = memory.slice(piece.type(), 0, piece.length());
    piece.copyTo(copy);
    return copy;
  }

  private void released(int from, int to) {
    unreleased--;
    executors.get(from).onReleased(to);
  }

  /** Until nothing is under way any more; then all must be done. */
  public void run() {
    executors.forEach(ScheduleExecutor::start);
    while (!busy.isEmpty()) {
      takeOne();
    }
    assertEquals(0, unreleased);
    for (int rank = 0; rank < size; rank++) {
      assertTrue(executors.get(rank).isDone(), "rank " + rank + " hangs");
    }
  }
}
