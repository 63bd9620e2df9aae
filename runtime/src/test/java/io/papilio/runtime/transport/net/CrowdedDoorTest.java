package io.papilio.runtime.transport.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Peer;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two who belong together, and strangers at the door of one. */
@Timeout(60)
class CrowdedDoorTest {
  private static final int CROWD = 600;
  private static final byte[] SILENCE = {};

  private final List<SocketChannel> strangers = new ArrayList<>();
  private NetTransport host;
  private NetTransport guest;
  private Peer atHome;
  private Peer visitor;

  @BeforeEach
  void open() throws Exception {
    NetOptions options = NetOptions.of(NetContract.CREDENTIALS).withSharing(Sharing.NEVER);
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

  /** Lets the guest come to the door, but not further. */
  private void knock() {
    visitor.send(0, Message.Lane.CONTROL, Slice.of(new int[] {1}), 1);
    long end = System.nanoTime() + 200_000_000L;
    while (System.nanoTime() < end) {
      atHome.poll();
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
    knock();
    crowd("PAPILIO1 and any 16 bytes".getBytes(StandardCharsets.US_ASCII));
    while (host.refused() < CROWD / 2) {
      atHome.poll();
    }
    settle(() -> atHome.messages().size() == 1);
    assertEquals(List.of(), visitor.losses());
  }
}
