package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A network that swallows what it is given, without an error to anybody. */
@Timeout(60)
class SilenceTest {
  private static final NetOptions OPTIONS =
      NetOptions.of(new Credentials("job", "open sesame"))
          .withSharing(Sharing.NEVER)
          .withSilence(Duration.ofMillis(500));

  private Polling called;
  private Relay relay;

  @BeforeEach
  void open() throws IOException {
    called = node(1, OPTIONS);
    relay = new Relay(called.transport().endpoint());
  }

  @AfterEach
  void close() throws Exception {
    relay.close();
    called.close();
  }

  private static Polling node(int node, NetOptions options) throws IOException {
    return new Polling(NetTransport.open(node, options, Admission.NUMBERED));
  }

  private Polling caller(int node, NetOptions options) throws IOException {
    Polling caller = node(node, options);
    caller.transport().learn(1, relay.address());
    caller.transport().send(message(0));
    return caller;
  }

  private static Message message(int length) {
    return Message.to(1, Lane.DATA, 7).payload(Slice.of(new float[length]));
  }

  private static Loss await(Polling node) throws InterruptedException {
    Loss loss = node.losses().poll(30, TimeUnit.SECONDS);
    assertNotNull(loss, "nothing noticed");
    return loss;
  }

  /** Also while a limit keeps the next message waiting for longer than that. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 10_000})
  void shouldShowThatItIsThereAndMissWhoDoesNot(double bytesPerSecond) throws Exception {
    try (Polling caller = caller(2, OPTIONS.withThrottle(bytesPerSecond))) {
      assertNotNull(called.messages().poll(30, TimeUnit.SECONDS));
      caller.transport().send(message(10_000));
      caller.transport().send(message(10_000));
      long before = relay.reads();
      while (relay.reads() < before + 50) { // both beat, for longer than the silence that is borne
        TimeUnit.MILLISECONDS.sleep(1); // time has to pass for that
      }
      assertEquals(List.of(), List.copyOf(caller.losses()));
      assertEquals(List.of(), List.copyOf(called.losses()));
      relay.swallow();
      assertEquals(new Loss(1, false, "nothing heard for 500 ms"), await(caller));
      assertEquals(new Loss(2, false, "nothing heard for 500 ms"), await(called));
    }
  }

  @Test
  void shouldNotWaitForeverForAnAnswerToItsCall() throws Exception {
    relay.swallow();
    try (Polling caller = caller(2, OPTIONS)) {
      assertEquals(
          new Loss(1, false, "cannot be reached: nothing heard for 500 ms"), await(caller));
    }
  }

  /** It may be busy, and it has its own signs of life. */
  @Test
  void shouldLeaveTheRendezvousAlone() throws Exception {
    try (Polling caller = caller(Transport.RENDEZVOUS, OPTIONS)) {
      assertNotNull(called.messages().poll(30, TimeUnit.SECONDS));
      long before = relay.reads();
      relay.swallow();
      assertNull(caller.losses().poll(1, TimeUnit.SECONDS)); // twice the silence
      long more = relay.reads() - before; // one may have been on its way
      assertTrue(more <= 1, more + " signs of life");
      assertEquals(List.of(), List.copyOf(called.losses()));
    }
  }
}
