package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Networks for tests, and nodes on them that write down what they hear. */
@Timeout(60)
public abstract class NetFixture {
  private final List<Net> nets = new ArrayList<>();

  /** Some nodes that can reach each other, in this JVM. */
  public interface Net extends AutoCloseable {
    /** The transport of a node, or of the rendezvous; the same one at each call. */
    Transport transport(int node);

    /**
     * Lets things happen until the condition, asked again and again, holds, or for some seconds.
     */
    void settle(BooleanSupplier condition);

    /** Whether a payload that has arrived is the sender's own memory. */
    default boolean lends() {
      return true;
    }

    /** Lets all nodes take in what is not for anybody who polls: puts, that is. */
    default void pump() {}

    /** Gives back what the network has taken from the machine. */
    @Override
    void close();
  }

  /** A new network; closed after the test. */
  protected abstract Net open(int nodes);

  /** How often a race is run: fewer times where opening a network takes a while. */
  protected int races(int most) {
    return most;
  }

  /** As many elements as a message can carry, up to this many. */
  static int most(Net net, ElementType type, int length) {
    return (int) Math.min(length, net.transport(0).maxPayloadBytes() / type.bytes());
  }

  final Net net(int nodes) {
    Net net = open(nodes);
    nets.add(net);
    return net;
  }

  @AfterEach
  void closeNets() {
    nets.forEach(Net::close);
  }

  static List<Peer> peers(Net net, int nodes) {
    return IntStream.range(0, nodes).mapToObj(node -> new Peer(net.transport(node))).toList();
  }

  /** Lets things happen, and all nodes hear of them, until the condition holds. */
  static void settle(Net net, List<Peer> peers, BooleanSupplier condition) {
    net.settle(
        () -> {
          peers.forEach(Peer::poll);
          return condition.getAsBoolean();
        });
    assertTrue(condition.getAsBoolean(), () -> "not in time: " + describe(peers));
  }

  private static String describe(List<Peer> peers) {
    StringBuilder text = new StringBuilder();
    for (Peer peer : peers) {
      text.append(
          "node %d heard %d things; ".formatted(peer.transport().node(), peer.events().size()));
    }
    return text.toString();
  }
}
