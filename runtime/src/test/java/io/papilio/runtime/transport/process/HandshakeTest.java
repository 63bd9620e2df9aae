package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.process.Handshake.WrongSecretException;
import io.papilio.runtime.transport.tls.Pipe;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Two sides that convince each other, or not, whatever the network does to their bytes. */
class HandshakeTest {
  private static final Credentials CREDENTIALS = new Credentials("job", "open sesame");
  private static final Credentials OTHERS = new Credentials("job", "open barley");
  private static final byte[] MAGIC = "PAPILIO1".getBytes(StandardCharsets.US_ASCII);
  private static final Hello HELLO =
      new Hello(
          "job",
          Hello.NEW,
          3,
          Lane.DATA,
          "127.0.0.1:4000 memory=5f pid=99 cores=2",
          "",
          Hello.ANYBODY);
  private static final Verdict VERDICT = Verdict.admit(3);

  /** One side, and what became of it. */
  private static final class Side {
    private final Handshake handshake;
    private final Pipe.End channel;
    private final boolean caller;
    private byte[] heard;
    private IOException failure;

    Side(Credentials credentials, Pipe.End channel, boolean caller) {
      this.handshake = new Handshake(credentials, caller);
      this.channel = channel;
      this.caller = caller;
    }

    void step() {
      try {
        if (heard != null) {
          handshake.flush(channel);
          return;
        }
        byte[] said = handshake.advance(channel);
        if (said != null && said.length == 0) {
          handshake.say(HELLO.encode());
        } else if (said != null) {
          heard = said;
          if (!caller) {
            handshake.say(VERDICT.encode());
          }
        }
      } catch (IOException e) {
        failure = e;
        channel.close();
      }
    }

    boolean isOver() {
      return failure != null || heard != null && handshake.isFlushed();
    }
  }

  /** Both take steps until both are done, or nothing happens any more. */
  private static Side[] converse(Pipe pipe, Credentials one, Credentials other) {
    Side[] sides = {new Side(one, pipe.left, true), new Side(other, pipe.right, false)};
    for (int i = 0; i < 2_000 && !(sides[0].isOver() && sides[1].isOver()); i++) {
      for (Side side : sides) {
        if (side.failure == null) {
          side.step();
        }
      }
    }
    return sides;
  }

  /** A room of one byte cuts everything everywhere. */
  @Example
  void shouldConvinceEachOtherThroughAnyRoom() throws IOException {
    for (int room : new int[] {1, 2, 3, 7, 23, 24, 25, 64, 2047, 2048, 4096}) {
      Side[] sides = converse(new Pipe(room), CREDENTIALS, CREDENTIALS);
      assertEquals(VERDICT, Verdict.decode(sides[0].heard));
      assertEquals(HELLO, Hello.decode(sides[1].heard));
    }
  }

  @Example
  void shouldBelieveNobodyWithAnotherSecret() {
    Side[] sides = converse(new Pipe(64), CREDENTIALS, OTHERS);
    assertInstanceOf(WrongSecretException.class, sides[1].failure);
    assertEquals("has another secret", sides[1].failure.getMessage());
    assertInstanceOf(EOFException.class, sides[0].failure);
    assertEquals("hung up on us: it may have another secret", sides[0].failure.getMessage());
  }

  /** A listener that lets everybody in, but does not know the secret. */
  @Example
  void shouldNotBelieveAListenerWithAnotherSecret() throws IOException {
    Pipe pipe = new Pipe(4096);
    Handshake caller = new Handshake(CREDENTIALS, true);
    assertNull(caller.advance(pipe.left));
    ByteBuffer said = ByteBuffer.allocate(24);
    pipe.right.read(said);
    pipe.right.write(said.flip()); // the same nonce: a mirror
    assertEquals(0, caller.advance(pipe.left).length);
    caller.say(HELLO.encode());
    assertNull(caller.advance(pipe.left));
    ByteBuffer hello = ByteBuffer.allocate(2048);
    pipe.right.read(hello);
    pipe.right.write(hello.flip());
    assertThrows(WrongSecretException.class, () -> caller.advance(pipe.left));
  }

  /** What one caller said does not help another. */
  @Example
  void shouldNotBelieveARecording() throws IOException {
    Pipe recorded = new Pipe(4096);
    Handshake caller = new Handshake(CREDENTIALS, true);
    Handshake listener = new Handshake(CREDENTIALS, false);
    ByteBuffer tape = ByteBuffer.allocate(4096);
    caller.advance(recorded.left);
    copy(recorded, tape, listener);
    caller.advance(recorded.left);
    caller.say(HELLO.encode());
    caller.flush(recorded.left);
    copy(recorded, tape, listener);
    Pipe fresh = new Pipe(4096);
    fresh.left.write(tape.flip());
    Handshake another = new Handshake(CREDENTIALS, false);
    assertThrows(WrongSecretException.class, () -> another.advance(fresh.right));
  }

  private static void copy(Pipe pipe, ByteBuffer tape, Handshake listener) throws IOException {
    ByteBuffer some = ByteBuffer.allocate(4096);
    pipe.right.read(some);
    some.flip();
    tape.put(some.duplicate());
    Pipe through = new Pipe(4096);
    through.left.write(some);
    listener.advance(through.right);
    ByteBuffer answer = ByteBuffer.allocate(4096);
    through.left.read(answer);
    pipe.right.write(answer.flip());
  }

  @Example
  void shouldNoticeEveryDamagedByte() throws IOException {
    Pipe whole = new Pipe(4096);
    converse(whole, CREDENTIALS, CREDENTIALS);
    for (int at = 0; at < whole.moved; at++) {
      Pipe pipe = new Pipe(4096);
      pipe.damagedAt = at;
      Side[] sides = converse(pipe, CREDENTIALS, CREDENTIALS);
      assertNull(sides[0].heard, "byte " + at);
      assertTrue(sides[1].heard == null || HELLO.equals(Hello.decode(sides[1].heard)));
    }
  }

  @Example
  void shouldNoticeAnEndAnywhere() {
    Pipe whole = new Pipe(4096);
    converse(whole, CREDENTIALS, CREDENTIALS);
    for (int at = 0; at < whole.moved; at++) {
      Pipe pipe = new Pipe(4096);
      pipe.endsAt = at;
      Side[] sides = converse(pipe, CREDENTIALS, CREDENTIALS);
      assertInstanceOf(EOFException.class, sides[0].failure, "byte " + at);
      assertNull(sides[0].heard, "byte " + at);
    }
  }

  @Example
  void shouldLeaveTheRestToThePipe() throws IOException {
    for (int rest : new int[] {0, 1, 100, 1_500}) {
      byte[] frames = new byte[rest];
      for (int i = 0; i < rest; i++) {
        frames[i] = (byte) (i * 7 + 1);
      }
      assertArrayEquals(frames, restOf(frames));
    }
  }

  /** The listener says its verdict and sends frames at once. */
  private static byte[] restOf(byte[] frames) throws IOException {
    Pipe pipe = new Pipe(8192);
    Side caller = new Side(CREDENTIALS, pipe.left, true);
    Side listener = new Side(CREDENTIALS, pipe.right, false);
    while (!listener.isOver()) {
      caller.step();
      listener.step();
    }
    pipe.right.write(ByteBuffer.wrap(frames));
    caller.step();
    assertEquals(VERDICT, Verdict.decode(caller.heard));
    ByteBuffer rest = caller.handshake.rest();
    byte[] read = new byte[rest.remaining()];
    rest.get(read);
    return read;
  }

  private static void assertRefuses(byte[] said, String why) throws IOException {
    Pipe pipe = new Pipe(1 << 16);
    pipe.left.write(ByteBuffer.wrap(said));
    IOException e =
        assertThrows(
            ProtocolException.class, () -> new Handshake(CREDENTIALS, false).advance(pipe.right));
    assertEquals(why, e.getMessage());
  }

  @Example
  void shouldRefuseOtherProtocolsAtTheFirstByte() throws IOException {
    String why = "does not speak our protocol";
    for (String said :
        new String[] {"GET / HTTP/1.1\r\n\r\n", "\0", "PAPILIO0", "X", "SSH-2.0-x"}) {
      assertRefuses(said.getBytes(StandardCharsets.US_ASCII), why);
    }
  }

  @Example
  void shouldRefuseLengthsThatNobodyNeeds() throws IOException {
    for (int length : new int[] {0, -1, Short.MIN_VALUE, 2015, Short.MAX_VALUE}) {
      ByteBuffer said = ByteBuffer.allocate(26).put(MAGIC).position(24).putShort((short) length);
      assertRefuses(said.array(), "announced " + length + " bytes");
    }
    ByteBuffer longest = ByteBuffer.allocate(24 + 2048).put(MAGIC).position(24);
    Pipe pipe = new Pipe(4096);
    pipe.left.write(longest.putShort((short) 2014).rewind());
    Handshake listener = new Handshake(CREDENTIALS, false);
    assertNull(listener.advance(pipe.right), "its buffer is full");
    assertThrows(WrongSecretException.class, () -> listener.advance(pipe.right));
  }

  @Property(tries = 200, seed = "11")
  void shouldBelieveNothingOfAnything(
      @ForAll @Size(max = 3_000) byte[] bytes, @ForAll @IntRange(max = 26) int right) {
    assertNotBelieved(bytes, right);
  }

  @Property(tries = 100_000, seed = "12")
  @Tag("full")
  void shouldBelieveNothingOfAnythingForLong(
      @ForAll @Size(max = 3_000) byte[] bytes, @ForAll @IntRange(max = 26) int right) {
    assertNotBelieved(bytes, right);
  }

  /** Whose first bytes may be right; both sides, and in small pieces. */
  private static void assertNotBelieved(byte[] bytes, int right) {
    byte[] said = bytes.clone();
    System.arraycopy(MAGIC, 0, said, 0, Math.min(said.length, Math.min(right, MAGIC.length)));
    if (right > 24 && said.length > 26) {
      said[24] = 0; // a short body
    }
    for (boolean caller : new boolean[] {false, true}) {
      Pipe pipe = new Pipe(128);
      ByteBuffer left = ByteBuffer.wrap(said);
      Side side = new Side(CREDENTIALS, pipe.right, caller);
      for (int i = 0; i < 200 && side.failure == null; i++) {
        pipe.left.write(left);
        if (!left.hasRemaining()) {
          pipe.left.close();
        }
        side.step();
        pipe.left.read(ByteBuffer.allocate(4096));
      }
      assertNull(side.heard);
      assertTrue(side.failure != null, "it must notice the end at least");
    }
  }
}
