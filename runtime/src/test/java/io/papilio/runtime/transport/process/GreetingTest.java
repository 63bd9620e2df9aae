package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Message.Lane;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What the two sides of a handshake say, and bytes that say nothing. */
class GreetingTest {
  private static final Hello HELLO =
      new Hello(
          "größer",
          17,
          Hello.ANY,
          Lane.DATA,
          "[::1]:4000 memory= pid=9 cores=2",
          "papilio-9-a.ring",
          3);
  private static final Verdict VERDICT = new Verdict(5, true, "");

  private interface Decoder {
    Object decode(byte[] bytes) throws IOException;
  }

  @Example
  void shouldSayWhatItIs() throws IOException {
    for (Lane lane : Lane.values()) {
      for (int number : new int[] {Hello.NEW, -1, 0, 1, Integer.MAX_VALUE}) {
        Hello hello = new Hello("j", number, Math.max(-1, number), lane, "h:1", "", number);
        assertEquals(hello, Hello.decode(hello.encode()));
        Verdict verdict = new Verdict(number, lane == Lane.DATA, "");
        assertEquals(verdict, Verdict.decode(verdict.encode()));
        assertFalse(verdict.isRefusal());
      }
    }
    assertEquals(HELLO, Hello.decode(HELLO.encode()));
    Verdict refusal = Verdict.refuse("no");
    assertTrue(refusal.isRefusal());
    assertEquals(refusal, Verdict.decode(refusal.encode()));
  }

  @Example
  void shouldNoticeWhatIsMissingOrTooMuch() {
    byte[] hello = HELLO.encode();
    byte[] verdict = VERDICT.encode();
    for (int length = 0; length <= hello.length + 3; length++) {
      byte[] bytes = Arrays.copyOf(hello, length);
      if (length != hello.length) {
        assertThrows(ProtocolException.class, () -> Hello.decode(bytes));
      }
    }
    for (int length = 0; length <= verdict.length + 3; length++) {
      byte[] bytes = Arrays.copyOf(verdict, length);
      if (length != verdict.length) {
        assertThrows(ProtocolException.class, () -> Verdict.decode(bytes));
      }
    }
  }

  /** It is told to others, who have to be able to call there. */
  @Example
  void shouldRefuseAHelloFromNowhere() {
    String far = "h".repeat(1_000) + ":70000";
    for (String address : new String[] {"", "host", "host:", ":1", "a b:1", "h:1\n2 h:2", far}) {
      byte[] bytes = new Hello("j", 1, -1, Lane.DATA, address, "", Hello.ANYBODY).encode();
      assertThrows(IOException.class, () -> Hello.decode(bytes), address);
    }
  }

  @Example
  void shouldRefuseNumbersThatNobodyHas() {
    int[][] nobodys = {{-3, 0, 0}, {Integer.MIN_VALUE, 0, 0}, {0, -2, 0}, {0, 0, -3}};
    for (int[] each : nobodys) {
      byte[] bytes = new Hello("j", each[0], each[1], Lane.DATA, "h:1", "", each[2]).encode();
      assertThrows(ProtocolException.class, () -> Hello.decode(bytes));
    }
  }

  /** A refusal may quote what the refused one said; it fits into a handshake nevertheless. */
  @Example
  void shouldCutARefusalThatIsTooLong() throws IOException {
    Verdict verdict = Verdict.refuse("€".repeat(70_000));
    assertTrue(verdict.encode().length < Handshake.MOST_BYTES - 100);
    assertEquals(verdict, Verdict.decode(verdict.encode()));
    new Handshake(new Credentials("j", "s"), false).say(verdict.encode());
  }

  @Property(tries = 300, seed = "13")
  void shouldDecodeAnythingOrRefuseIt(@ForAll @Size(max = 300) byte[] bytes) {
    decodeAnything(bytes);
  }

  @Property(tries = 100_000, seed = "14")
  @Tag("full")
  void shouldDecodeAnythingOrRefuseItForLong(@ForAll @Size(max = 300) byte[] bytes) {
    decodeAnything(bytes);
  }

  @Property(tries = 300, seed = "15")
  void shouldDecodeWhatWasChangedOrRefuseIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int changes) {
    decodeChanged(seed, changes);
  }

  @Property(tries = 100_000, seed = "16")
  @Tag("full")
  void shouldDecodeWhatWasChangedOrRefuseItForLong(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int changes) {
    decodeChanged(seed, changes);
  }

  private static void decodeAnything(byte[] bytes) {
    decode(Hello::decode, bytes);
    decode(Verdict::decode, bytes);
  }

  private static void decodeChanged(long seed, int changes) {
    SplittableRandom random = new SplittableRandom(seed);
    for (byte[] bytes : new byte[][] {HELLO.encode(), VERDICT.encode()}) {
      for (int i = 0; i < changes; i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      decodeAnything(bytes);
    }
  }

  /** Refused, or something that can be said again; and an address that can be called. */
  private static void decode(Decoder decoder, byte[] bytes) {
    Object decoded;
    try {
      decoded = decoder.decode(bytes);
      Object again =
          decoded instanceof Hello hello
              ? Hello.decode(hello.encode())
              : Verdict.decode(((Verdict) decoded).encode());
      assertEquals(decoded, again);
    } catch (ProtocolException e) {
      return; // of which nobody thinks that it may do better another time
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    if (decoded instanceof Hello hello) {
      Endpoint.parse(hello.address());
    }
  }
}
