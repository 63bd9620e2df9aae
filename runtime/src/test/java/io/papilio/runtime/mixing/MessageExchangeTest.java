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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageExchangeTest {
  private static final int LENGTH = 10;
  private static final int PIECE = 3;

  /** Keeps what is sent, as a transport would that carries three elements at a time. */
  private static final class Wire implements MessageExchange.Port {
    private final List<Message> sent = new ArrayList<>();
    private final boolean leaves;
    private final boolean lends;

    Wire(boolean leaves, boolean lends) {
      this.leaves = leaves;
      this.lends = lends;
    }

    @Override
    public Message message(int target) {
      return Message.to(target, Message.Lane.DATA, 1).payload(Slice.of(new byte[0]));
    }

    @Override
    public boolean send(Message message) {
      if (leaves) {
        Slice copy = message.payload().copy();
        sent.add(
            message(message.target())
                .operation(message.operation())
                .sequence(message.sequence())
                .more(message.more())
                .payload(copy));
      } else {
        sent.add(message);
      }
      return leaves;
    }

    @Override
    public long maxPayloadBytes() {
      return PIECE * Integer.BYTES;
    }

    @Override
    public boolean lends() {
      return lends;
    }
  }

  /** Elements of which only the first so many travel. */
  private static final class Numbers implements Payload {
    private final boolean inPieces;
    private final boolean ownRoom;
    private final int[] state = new int[LENGTH];
    private final int[] received = new int[LENGTH];
    private int written;

    Numbers(boolean inPieces, boolean ownRoom) {
      this.inPieces = inPieces;
      this.ownRoom = ownRoom;
    }

    @Override
    public ElementType type() {
      return ElementType.INT;
    }

    @Override
    public int length() {
      return LENGTH;
    }

    @Override
    public boolean takesPieces() {
      return inPieces;
    }

    @Override
    public Slice encode(Slice room) {
      Slice own = Slice.of(state).slice(0, written);
      if (ownRoom) {
        return own;
      }
      Slice copy = room.slice(0, written);
      own.copyTo(copy);
      return copy;
    }

    @Override
    public void begin(double ownShare, int sources) {}

    @Override
    public void combine(int at, Slice elements, double share) {
      elements.copyTo(Slice.of(received).slice(at, at + elements.length()));
    }

    @Override
    public void stay(double share) {}

    @Override
    public void end() {}
  }

  @ParameterizedTest
  @CsvSource({
    "true, false, true, true",
    "true, false, false, false",
    "false, false, true, true",
    "false, false, false, true",
    "false, true, true, true",
    "false, true, false, false"
  })
  void shouldCarryOnlyWhatWasWritten(
      boolean leaves, boolean lends, boolean inPieces, boolean ownRoom) {
    Wire wire = new Wire(leaves, lends);
    Numbers own = new Numbers(inPieces, ownRoom);
    Numbers others = new Numbers(inPieces, ownRoom);
    MessageExchange sender = new MessageExchange(wire, own, 0, 6);
    MessageExchange receiver = new MessageExchange(wire, others, 0, 6);
    int iteration = 0;
    for (int written : new int[] {LENGTH, 0, 1, PIECE, PIECE + 1, 2 * PIECE, 7, LENGTH}) {
      int salt = 100 * iteration;
      int[] update = IntStream.range(0, LENGTH).map(i -> salt + i).toArray();
      System.arraycopy(update, 0, own.state, 0, LENGTH);
      own.written = written;
      assertEquals(written, sender.publish(iteration, new int[] {2}));
      Arrays.fill(own.state, -7); // what was sent must not show it
      assertEquals(Math.max(1, (written + PIECE - 1) / PIECE), wire.sent.size());
      assertEquals(written, wire.sent.stream().mapToInt(m -> m.payload().length()).sum());
      Arrays.fill(others.received, -1);
      for (Message message : wire.sent) {
        assertEquals(Exchange.WAITING, receiver.combine(5, iteration, 1));
        receiver.onMessage(5, message.arrived(5, released -> {}));
      }
      assertEquals(iteration + 1, receiver.combine(5, iteration, 1));
      Arrays.fill(update, written, LENGTH, -1);
      assertArrayEquals(update, others.received, written + " elements");
      wire.sent.forEach(sender::onReleased);
      wire.sent.clear();
      iteration++;
    }
  }

  /** With slack the newest is used that is not too new, again if there is no newer one. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void shouldKeepTheNewest(boolean inPieces) {
    Wire wire = new Wire(true, false);
    Numbers own = new Numbers(inPieces, true);
    Numbers others = new Numbers(inPieces, true);
    MessageExchange sender = new MessageExchange(wire, own, 2, 2);
    MessageExchange receiver = new MessageExchange(wire, others, 2, 2);
    own.written = LENGTH;
    assertEquals(0, receiver.combine(0, 0, 1)); // Mailbox.EMPTY
    for (int iteration = 0; iteration < 3; iteration++) {
      Arrays.fill(own.state, iteration);
      sender.publish(iteration, new int[] {1});
    }
    List<Message> sent = wire.sent;
    sent.subList(0, sent.size() - 1).forEach(m -> receiver.onMessage(0, m.arrived(0, r -> {})));
    for (int[] use : new int[][] {{0, 0}, {1, 1}, {2, 1}, {3, 1}}) {
      assertEquals(use[1] + 1, receiver.combine(0, use[0], 1), "iteration " + use[0]);
      assertEquals(use[1], others.received[LENGTH - 1]);
    }
    assertEquals(false, receiver.isHere(0, 4));
    receiver.onMessage(0, sent.get(sent.size() - 1).arrived(0, r -> {}));
    assertEquals(true, receiver.isHere(0, 4));
    assertEquals(3, receiver.combine(0, 4, 1));
    assertEquals(2, others.received[0]);
  }
}
