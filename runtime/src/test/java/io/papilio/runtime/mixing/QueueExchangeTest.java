package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueExchangeTest {
  private static final int LENGTH = 10;
  private static final int PIECE = 3;

  /** Keeps what is sent, as a transport would that carries three elements at a time. */
  private static final class Wire implements QueueExchange.Port {
    private final List<Message> sent = new ArrayList<>();

    @Override
    public Message send(int target, int iteration, int from, Slice piece, boolean more) {
      sent.add(
          Message.to(target, Message.Lane.DATA, 1)
              .operation(iteration)
              .sequence(from)
              .more(more)
              .payload(piece.copy()));
      return null;
    }

    @Override
    public long maxPayloadBytes() {
      return PIECE * Integer.BYTES;
    }
  }

  @Test
  void shouldCarryOnlyWhatWasWritten() {
    Wire wire = new Wire();
    QueueExchange sender = new QueueExchange(wire, ElementType.INT, LENGTH);
    QueueExchange receiver = new QueueExchange(new Wire(), ElementType.INT, LENGTH);
    int iteration = 0;
    for (int written : new int[] {LENGTH, 0, 1, PIECE, PIECE + 1, 2 * PIECE, 7, LENGTH}) {
      int salt = 100 * iteration;
      int[] update = IntStream.range(0, LENGTH).map(i -> salt + i).toArray();
      assertEquals(written, sender.publish(iteration, Slice.of(update), written, new int[] {2}));
      assertEquals(Math.max(1, (written + PIECE - 1) / PIECE), wire.sent.size());
      assertEquals(written, wire.sent.stream().mapToInt(m -> m.payload().length()).sum());
      wire.sent.forEach(message -> receiver.onMessage(5, message.arrived(5, released -> {})));
      wire.sent.clear();
      int[] read = new int[LENGTH];
      Arrays.fill(read, -1);
      assertEquals(iteration + 1, receiver.read(5, iteration, Slice.of(read)));
      Arrays.fill(update, written, LENGTH, -1);
      assertArrayEquals(update, read, written + " elements");
      iteration++;
    }
  }
}
