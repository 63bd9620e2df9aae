package io.papilio.runtime.membership;

import io.papilio.runtime.node.Node;
import io.papilio.runtime.node.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.time.Duration;
import java.util.List;
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
  private long lastHeardNanos;
  private long deadlineNanos = NEVER;
  private String outcast;

  /** To be attached to the node. */
  public Membership(Node node, Heartbeat heartbeat) {
    this.node = node;
    this.heartbeat = heartbeat;
    this.nextBeatNanos = heartbeat.isOn() ? node.nanoTime() : NEVER;
    this.lastHeardNanos = node.nanoTime();
  }

  /** Within a turn: asks for the next group; it comes when all who live have asked, or never. */
  public void nextGroup(Duration timeout, CompletableFuture<Group> future) {
    giveUp("another request was made");
    next = future;
    deadlineNanos = node.nanoTime() + timeout.toNanos();
    node.send(Wire.ready(Transport.RENDEZVOUS));
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

  @Override
  public void onMessage(Message message) {
    lastHeardNanos = node.nanoTime();
    if (message.kind() == Wire.VIEW) {
      List<Integer> nodes = Wire.nodes(message);
      Group group = new Group((int) message.operation(), nodes.indexOf(node.id()), nodes);
      CompletableFuture<Group> waiting = next;
      deadlineNanos = NEVER;
      node.afterTurn(() -> waiting.complete(group));
    } else if (message.kind() == Wire.DEAD) {
      node.onLost(new Loss((int) message.operation(), false, message.text()));
    }
    message.release();
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
    if (nowNanos - lastHeardNanos > heartbeat.deadAfter().toNanos()) {
      String silence = "no answer for " + heartbeat.deadAfter().toMillis() + " ms";
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
