package io.papilio.runtime.membership;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

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
  private final OwnPauses pauses;
  private Consumer<String> onWaiting = text -> {};
  private String waitingFor = "";
  private String outcast;

  /** To be attached to the node. */
  public Membership(Node node, Heartbeat heartbeat) {
    this.node = node;
    this.heartbeat = heartbeat;
    this.nextBeatNanos = heartbeat.isOn() ? node.nanoTime() : NEVER;
    this.rendezvous = new Pulse(heartbeat, node.nanoTime());
    this.pauses = new OwnPauses(heartbeat, node.nanoTime());
  }

  /** Asks to be told, in words, whom a group that this node wants to be in is waiting for. */
  public void onWaiting(Consumer<String> listener) {
    onWaiting = listener;
  }

  /**
   * Within a turn: asks for the next group; it comes when all who live have asked, or never.
   *
   * @param newcomers whether nodes that were not in the last group may be in it
   */
  public void nextGroup(boolean newcomers, Duration timeout, CompletableFuture<Group> future) {
    giveUp("another request was made");
    next = future;
    deadlineNanos = node.nanoTime() + timeout.toNanos();
    node.send(Notice.ready(Transport.RENDEZVOUS, node.transport().address(), newcomers));
    if (outcast != null) {
      giveUp(outcast);
    }
  }

  @Override
  public long channel() {
    return Notice.CHANNEL;
  }

  /** Of the rendezvous: to others nobody listens here. */
  @Override
  public void onMessage(Message message) {
    look();
    if (message.source() == Transport.RENDEZVOUS) {
      rendezvous.beat(node.nanoTime());
      onNotice(message);
    }
    message.release();
  }

  private void onNotice(Message notice) {
    int who = (int) notice.operation();
    switch (notice.kind()) {
      case Notice.VIEW -> onView(notice);
      case Notice.DEAD -> onDead(who, notice.text());
      case Notice.LEFT -> {
        if (!node.transport().isLinked(who)) { // else it says so itself
          node.onLost(new Loss(who, true, "left"));
        }
      }
      case Notice.REFUSED -> giveUp(notice.text());
      case Notice.WAITING -> {
        String text = notice.text();
        waitingFor = text;
        node.afterTurn(() -> onWaiting.accept(text));
      }
      default -> {} // a beat
    }
  }

  private void look() {
    rendezvous.forgive(pauses.look(node.nanoTime()));
  }

  private void onDead(int who, String reason) {
    String pause = who == node.id() ? pauses.describe(node.nanoTime()) : "";
    node.onLost(new Loss(who, false, pause.isEmpty() ? reason : pause + ": " + reason));
  }

  /** Who has stood still for long must not blame the rendezvous, which may be long gone. */
  private void onRendezvousGone(String reason) {
    String pause = pauses.describe(node.nanoTime());
    node.onLost(
        pause.isEmpty()
            ? new Loss(Transport.RENDEZVOUS, false, reason)
            : new Loss(node.id(), false, pause + ", and the rendezvous is gone: " + reason));
  }

  private void onView(Message view) {
    try {
      Map<Integer, String> addresses = Addresses.parse(view.text());
      List<Integer> nodes = List.copyOf(addresses.keySet());
      Group group = new Group((int) view.operation(), nodes.indexOf(node.id()), nodes);
      addresses.forEach(node.transport()::learn);
      CompletableFuture<Group> waiting = next;
      deadlineNanos = NEVER;
      waitingFor = "";
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
    look();
    if (suspect == Transport.RENDEZVOUS) {
      onRendezvousGone(reason);
    } else {
      node.send(Notice.suspect(Transport.RENDEZVOUS, suspect, reason));
    }
  }

  /** Within a turn: this process is about to end, and the others are to hear why. */
  public void fail(String reason) {
    node.send(Notice.failed(Transport.RENDEZVOUS, reason));
  }

  private void giveUp(String reason) {
    CompletableFuture<Group> waiting = next;
    deadlineNanos = NEVER;
    node.afterTurn(() -> waiting.completeExceptionally(new IllegalStateException(reason)));
  }

  @Override
  public void onTime(long nowNanos) {
    look();
    if (nowNanos >= deadlineNanos) {
      node.send(Notice.unready(Transport.RENDEZVOUS));
      String missing = "not everybody who lives has asked for one";
      giveUp("no group in time: " + (waitingFor.isEmpty() ? missing : waitingFor));
    }
    if (nowNanos < nextBeatNanos) {
      return;
    }
    if (nowNanos > rendezvous.deadlineNanos()) {
      String silence = "no answer for " + rendezvous.silenceNanos(nowNanos) / 1_000_000 + " ms";
      onRendezvousGone(silence);
    } else {
      nextBeatNanos = nowNanos + heartbeat.interval().toNanos();
      node.send(Notice.beat(Transport.RENDEZVOUS));
    }
  }

  @Override
  public long nextTimeNanos() {
    return Math.min(nextBeatNanos, deadlineNanos);
  }
}
