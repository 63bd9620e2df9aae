package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Peer;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.tls.Certificates;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two who belong together, and strangers at the door of one. */
@Timeout(60)
class CrowdedAcceptorTest {
  private static final NetOptions OPTIONS =
      NetOptions.of(NetContract.CREDENTIALS).withSharing(Sharing.NEVER);
  private static final int CROWD = 600;
  private static final byte[] SILENCE = {};
  private static final byte[] GREETING =
      "PAPILIO1 and any 16 bytes".getBytes(StandardCharsets.US_ASCII);

  private final List<SocketChannel> strangers = new ArrayList<>();
  private NetTransport host;
  private NetTransport guest;
  private Peer atHome;
  private Peer visitor;

  @BeforeEach
  void open() throws Exception {
    open(OPTIONS);
  }

  private void open(NetOptions options) throws Exception {
    host = NetTransport.open(0, options, Admission.NUMBERED);
    guest = NetTransport.open(1, options, Admission.NUMBERED);
    guest.learn(0, host.address());
    atHome = new Peer(host);
    visitor = new Peer(guest);
  }

  @AfterEach
  void close() throws Exception {
    for (SocketChannel each : strangers) {
      each.close();
    }
    for (NetTransport each : List.of(host, guest)) {
      each.close();
    }
    for (NetTransport each : List.of(host, guest)) {
      each.awaitLeft();
    }
  }

  private void crowd(byte[] words) throws Exception {
    Endpoint door = host.endpoint();
    for (int i = 0; i < CROWD; i++) {
      SocketChannel channel = SocketChannel.open(new InetSocketAddress(door.host(), door.port()));
      channel.write(ByteBuffer.wrap(words));
      strangers.add(channel);
    }
  }

  /** Lets the guest come to the door and say something so many times, but not more. */
  private void knock(int times) {
    visitor.send(0, Message.Lane.CONTROL, Slice.of(new int[] {1}), 1);
    for (int i = 0; i <= times; i++) {
      if (i > 0) {
        visitor.poll();
      }
      long end = System.nanoTime() + 50_000_000L;
      while (System.nanoTime() < end) {
        atHome.poll();
      }
    }
  }

  private void settle(BooleanSupplier condition) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> atHome.events() + ", " + visitor.events());
      atHome.poll(); // and never sleeps
      visitor.poll();
    }
  }

  @Test
  void shouldLetNobodyInMakeRoomForStrangers() throws Exception {
    visitor.send(0, Message.Lane.CONTROL, Slice.of(new int[] {1}), 1);
    settle(() -> atHome.messages().size() == 1);
    crowd(SILENCE);
    settle(() -> host.refused() > CROWD / 2);
    visitor.send(0, Message.Lane.CONTROL, Slice.of(new int[] {2}), 2);
    settle(() -> atHome.messages().size() == 2);
    assertEquals(List.of(), atHome.losses());
  }

  @Test
  void shouldLetSomebodyInThroughACrowd() throws Exception {
    crowd(SILENCE);
    visitor.send(0, Message.Lane.CONTROL, Slice.of(new int[] {1}), 1);
    settle(() -> atHome.messages().size() == 1);
    assertEquals(List.of(), visitor.losses());
  }

  @Test
  void shouldCallAgainIfSentAwayForOthers() throws Exception {
    assertComesBack(0, SILENCE);
  }

  /** The listener has greeted it by then, and waits for its hello. */
  @Test
  void shouldCallAgainIfSentAwayBeforeTheVerdict() throws Exception {
    assertComesBack(1, GREETING);
  }

  /** Nobody is seen to speak our protocol before TLS is done. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldCallAgainIfSentAwayInTheMiddleOfTls(int times, @TempDir Path folder) throws Exception {
    close();
    open(OPTIONS.withTls(Certificates.authority(folder, "workers").worker("worker")));
    assertComesBack(times, SILENCE);
  }

  private void assertComesBack(int times, byte[] words) throws Exception {
    knock(times);
    crowd(words);
    while (host.refused() < CROWD / 2) {
      atHome.poll();
    }
    settle(() -> atHome.messages().size() == 1);
    assertEquals(List.of(), visitor.losses());
  }
}
