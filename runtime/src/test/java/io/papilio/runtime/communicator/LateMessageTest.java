package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.process.Admission;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.process.NetTransport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank that hears of a death gives its caller the memory back, with messages in it that have not
 * left yet; another that has not heard of it still waits for them.
 */
@Timeout(60)
class LateMessageTest {
  private static final int LENGTH = 500_000;
  private static final double BYTES_PER_SECOND = 4e6;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Communicator> ranks = new ArrayList<>();

  private void connect(int size) throws IOException {
    NetOptions options =
        NetOptions.of(new Credentials("test", "secret"))
            .withSharing(Sharing.NEVER)
            .withThrottle(BYTES_PER_SECOND);
    List<NetTransport> transports = new ArrayList<>();
    for (int node = 0; node < size; node++) {
      transports.add(NetTransport.open(node, options, Admission.NUMBERED));
    }
    for (int rank = 0; rank < size; rank++) {
      for (NetTransport other : transports) {
        transports.get(rank).learn(other.node(), other.address());
      }
      Node node = new Node(transports.get(rank));
      nodes.add(node);
      Membership membership = new Membership(node, Heartbeat.NONE);
      Settings settings = Settings.of(LinkModel.tcp());
      ranks.add(Communicator.of(node, membership, Group.first(rank, size), settings));
    }
  }

  @Test
  void shouldNotSendWhatTheCallerWritesAfterAFailure() throws Exception {
    connect(3);
    float[] values = new float[LENGTH];
    Arrays.fill(values, 1);
    float[] received = new float[LENGTH];
    CompletableFuture<Void> sent = ranks.get(0).broadcastAsync(Slice.of(values), 0);
    CompletableFuture<Void> came = ranks.get(1).broadcastAsync(Slice.of(received), 0);
    ranks.get(2).broadcastAsync(Slice.of(new float[LENGTH]), 0).join(); // it is served first
    nodes.get(0).execute(() -> nodes.get(0).onLost(new Loss(2, false, "killed")));
    assertThrows(CompletionException.class, sent::join);
    Arrays.fill(values, -1);

    assertThrows(TimeoutException.class, () -> came.get(2, TimeUnit.SECONDS), "it had it all");
    for (float value : received) {
      assertTrue(value >= 0, "what the caller wrote later");
    }
    nodes.get(1).execute(() -> nodes.get(1).onLost(new Loss(2, false, "killed")));
    CompletionException e = assertThrows(CompletionException.class, came::join);
    assertEquals(2, ((CollectiveException) e.getCause()).failedRank());
    nodes.forEach(Node::close);
  }
}
