package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In which order the last words of a node are heard. */
@Timeout(60)
class LeavingTest {
  private static final int LEAVER = 0;
  private static final int PEER = 1;
  private static final NetOptions OPTIONS =
      NetOptions.of(new Credentials("job", "open sesame")).withSharing(Sharing.NEVER);

  private static NetTransport open(int node) throws Exception {
    return NetTransport.open(node, OPTIONS, Admission.NUMBERED);
  }

  private static Message to(int node) {
    return Message.to(node, Lane.CONTROL, 1);
  }

  /** The peer is called for the first time, with the last words, and is slow to answer. */
  @Test
  void shouldTellTheRendezvousWhenThePeersHaveTheirLastWords() throws Exception {
    NetTransport peer = open(PEER);
    try (Polling rendezvous = new Polling(open(Transport.RENDEZVOUS))) {
      Polling leaver = new Polling(open(LEAVER));
      leaver.transport().learn(Transport.RENDEZVOUS, rendezvous.transport().address());
      leaver.transport().learn(PEER, peer.address());
      leaver.transport().send(to(Transport.RENDEZVOUS));
      assertEquals(LEAVER, rendezvous.messages().take().source());

      leaver.transport().send(to(PEER));
      Thread leaving = new Thread(leaver::close);
      leaving.start();
      assertNull(rendezvous.losses().poll(300, TimeUnit.MILLISECONDS));

      try (Polling answering = new Polling(peer)) {
        assertEquals(LEAVER, answering.messages().take().source());
        Loss left = new Loss(LEAVER, true, "left");
        assertEquals(left, answering.losses().take());
        assertEquals(left, rendezvous.losses().take());
        leaving.join();
      }
    }
  }
}
