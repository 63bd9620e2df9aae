package io.papilio.runtime.membership;

import io.papilio.runtime.node.Node;
import io.papilio.runtime.node.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A node's side of membership: it shows that it lives, hears who is dead, and asks to be in the
 * next group. What it hears of the dead becomes a {@link Loss} for all machines of the node.
 */
public final class Membership implements Protocol {
  private final Node node;
  private final Heartbeat heartbeat;
  private CompletableFuture<Group> next = new CompletableFuture<>();
  private long nextBeatNanos;
  private final Pulse rendezvous;
  private long deadlineNanos = NEVER;
  private String outcast;

  /** To be attached to the node. */
  public Membership(Node node, Heartbeat heartbeat) {
    this.node = node;
    this.heartbeat = heartbeat;
    this.nextBeatNanos = heartbeat.isOn() ? node.nanoTime() : NEVER;
    this.rendezvous = new Pulse(heartbeat, node.nanoTime());
  }

  /** Within a turn: asks for the next group; it comes when all who live have asked, or never. */
  public void nextGroup(Duration timeout, CompletableFuture<Group> future) {
    giveUp("another request was made");
    next = future;
    deadlineNanos = node.nanoTime() + timeout.toNanos();
    node.send(Wire.ready(Transport.RENDEZVOUS, node.transport().address()));
    if (outcast != null) {
      giveUp(outcast);
    }
  }

  @Override
  public long channel() {
    return Wire.CHANNEL;
  }

  @Override
  public int epoch() {
    return 0; // membership itself outlives the groups
  }

  /** Of the rendezvous: to others nobody listens here. */
  @Override
  public void onMessage(Message message) {
    if (message.source() == Transport.RENDEZVOUS) {
      rendezvous.beat(node.nanoTime());
      if (message.kind() == Wire.VIEW) {
        onView(message);
      } else if (message.kind() == Wire.DEAD) {
        node.onLost(new Loss((int) message.operation(), false, message.text()));
      } else if (message.kind() == Wire.LEFT
          && !node.transport().isLinked((int) message.operation())) {
        node.onLost(new Loss((int) message.operation(), true, "left")); // it does not say so itself
      } else if (message.kind() == Wire.REFUSED) {
        giveUp(message.text());
      }
    }
    message.release();
  }

  private void onView(Message view) {
    try {
      Map<Integer, String> addresses = Addresses.parse(view.text());
      List<Integer> nodes = List.copyOf(addresses.keySet());
      Group group = new Group((int) view.operation(), nodes.indexOf(node.id()), nodes);
      addresses.forEach(node.transport()::learn);
      CompletableFuture<Group> waiting = next;
      deadlineNanos = NEVER;
      node.afterTurn(() -> waiting.complete(group));
    } catch (IllegalArgumentException e) {
      String reason = "it does not speak our protocol: " + e.getMessage();
      node.onLost(new Loss(Transport.RENDEZVOUS, false, reason));
    }
  }

  @Override
  public void onLost(Loss loss) {
    if (loss.node() == Transport.RENDEZVOUS || loss.node() == node.id()) {
      nextBeatNanos = NEVER;
      String whose = loss.node() == node.id() ? "this node is lost: " : "the rendezvous is lost: ";
      outcast = whose + loss.reason();
      giveUp(outcast);
    }
  }

  /** The rendezvous decides who is lost, but for itself. */
  @Override
  public void onSuspect(int suspect, String reason) {
    if (suspect == Transport.RENDEZVOUS) {
      node.onLost(new Loss(suspect, false, reason));
    } else {
      node.send(Wire.suspect(Transport.RENDEZVOUS, suspect, reason));
    }
  }

  /** Within a turn: this process is about to end, and the others are to hear why. */
  public void fail(String reason) {
    node.send(Wire.failed(Transport.RENDEZVOUS, reason));
  }

  private void giveUp(String reason) {
    CompletableFuture<Group> waiting = next;
    deadlineNanos = NEVER;
    node.afterTurn(() -> waiting.completeExceptionally(new IllegalStateException(reason)));
  }

  @Override
  public void onTime(long nowNanos) {
    if (nowNanos >= deadlineNanos) {
      node.send(Wire.unready(Transport.RENDEZVOUS));
      giveUp("no new group in time: not everybody who lives has asked for one");
    }
    if (nowNanos < nextBeatNanos) {
      return;
    }
    if (nowNanos > rendezvous.deadlineNanos()) {
      String silence = "no answer for " + rendezvous.silenceNanos(nowNanos) / 1_000_000 + " ms";
      node.onLost(new Loss(Transport.RENDEZVOUS, false, silence));
    } else {
      nextBeatNanos = nowNanos + heartbeat.interval().toNanos();
      node.send(Wire.beat(Transport.RENDEZVOUS));
    }
  }

  @Override
  public long nextTimeNanos() {
    return Math.min(nextBeatNanos, deadlineNanos);
  }
}
