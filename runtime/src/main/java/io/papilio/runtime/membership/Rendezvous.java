package io.papilio.runtime.membership;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Decides who belongs together: the one place where nodes are found dead and new groups are formed,
 * so that there are never two opinions about it.
 *
 * <pre>
 *   waiting for `size` nodes --all ready--> epoch 0 --the living are ready--> epoch 1 --> ...
 * </pre>
 *
 * The next group forms when every node that is expected and not dead has said that it is ready. A
 * node that was not in the last group may be ready too: it is in the next if all members of the
 * last one want that, and is sent away if they do not. A node that was called dead too early is
 * told so and takes no part any more. After a death before the first group has formed, another may
 * come in its place; whoever knows that none will has to say so.
 */
public final class Rendezvous implements Protocol {
  /** How long processes, and the rendezvous, wait for the first group unless told otherwise. */
  public static final Duration JOIN_TIMEOUT = Duration.ofMinutes(5);

  private static final long SUSPICION_NANOS = 2_000_000_000L;

  /** Nobody has come for so long: time to say who is missing. */
  private static final long LULL_NANOS = 5_000_000_000L;

  private final Node node;
  private final int size;
  private final Heartbeat heartbeat;
  private final Consumer<String> journal;
  private final Map<Integer, Pulse> pulses = new HashMap<>();
  private final Map<Integer, String> addresses = new HashMap<>();
  private final List<Suspicion> suspicions = new ArrayList<>();
  private final Map<Integer, String> dead = new HashMap<>();
  private final Map<Integer, String> ends = new HashMap<>();
  private final Set<Integer> ready = new TreeSet<>();
  private final Set<Integer> welcoming = new HashSet<>();
  private final OwnPauses pauses;
  private Duration joinTimeout = Duration.ZERO;
  private long formByNanos = NEVER;
  private long reportNanos = NEVER;
  private List<Integer> members = List.of();
  private int currentEpoch = -1;
  private volatile String refusal = "";
  private Consumer<Loss> onLeft = loss -> {};
  private Runnable onOverdue = () -> {};

  /** A node could not reach another: one of them has to go, unless the reason shows by itself. */
  private record Suspicion(int by, int of, String reason, long dueNanos) {}

  /** Waits for {@code size} nodes to form the first group. */
  public Rendezvous(Node node, int size, Heartbeat heartbeat) {
    this(node, size, heartbeat, event -> {});
  }

  Rendezvous(Node node, int size, Heartbeat heartbeat, Consumer<String> journal) {
    this.journal = journal;
    this.node = node;
    this.size = size;
    this.heartbeat = heartbeat;
    this.pauses = new OwnPauses(heartbeat, node.nanoTime());
  }

  /** The first group is known to all nodes already. */
  public static Rendezvous of(Node node, Group first, Heartbeat heartbeat) {
    Rendezvous rendezvous = new Rendezvous(node, first.size(), heartbeat);
    rendezvous.members = first.nodes();
    rendezvous.currentEpoch = first.epoch();
    first.nodes().forEach(member -> rendezvous.hear(member));
    return rendezvous;
  }

  /** Within a turn: the first group forms within this time, or never; then {@code late} is run. */
  void formWithin(Duration timeout, Runnable late) {
    joinTimeout = timeout;
    formByNanos = currentEpoch < 0 ? node.nanoTime() + timeout.toNanos() : NEVER;
    onOverdue = late;
  }

  /** To be told of every node that is gone, dead or not. */
  public void onLeft(Consumer<Loss> listener) {
    onLeft = listener;
  }

  @Override
  public long channel() {
    return Notice.CHANNEL;
  }

  @Override
  public void onMessage(Message message) {
    look();
    int source = message.source();
    if (dead.containsKey(source)) {
      node.send(Notice.dead(source, source, dead.get(source)));
    } else {
      hear(source);
      onMessage(source, message);
    }
    message.release();
  }

  private void onMessage(int source, Message message) {
    switch (message.kind()) {
      case Notice.BEAT -> node.send(Notice.beat(source));
      case Notice.READY -> onReady(source, message.text(), message.operation() != 0);
      case Notice.UNREADY -> ready.remove(source);
      case Notice.FAILED -> bury(source, message.text());
      case Notice.SUSPECT -> suspect(source, (int) message.operation(), message.text());
      default -> bury(source, "does not speak our protocol: " + message);
    }
  }

  private void onReady(int source, String address, boolean newcomers) {
    try {
      node.transport().learn(source, address);
    } catch (IllegalArgumentException e) { // nor could the others: they must not hear of it
      bury(source, "does not speak our protocol: " + e.getMessage());
      return;
    }
    if (ready.add(source)) {
      journal.accept("%s is ready".formatted(name(source)));
      reportNanos = node.nanoTime() + LULL_NANOS;
    }
    welcoming.remove(source);
    if (newcomers) {
      welcoming.add(source);
    }
    addresses.put(source, address);
    refuseIfHopeless();
    formGroupIfComplete();
  }

  /** What was said while this process itself stood still has yet to be read. */
  private void look() {
    long pauseNanos = pauses.look(node.nanoTime());
    pulses.values().forEach(pulse -> pulse.forgive(pauseNanos));
  }

  /** Within a turn: a node has shown that it lives. */
  void hear(int source) {
    pulses
        .computeIfAbsent(source, who -> new Pulse(heartbeat, node.nanoTime()))
        .beat(node.nanoTime());
  }

  /** A process that ends shows that here as well, in a moment, and perhaps with a better reason. */
  private void suspect(int by, int of, String reason) {
    if (dead.containsKey(of)) {
      node.send(Notice.dead(by, of, dead.get(of)));
    } else {
      suspicions.add(new Suspicion(by, of, reason, node.nanoTime() + SUSPICION_NANOS));
    }
  }

  @Override
  public void onSuspect(int suspect, String reason) {
    String likely = "its process ended or was cut off: " + reason;
    bury(suspect, ends.getOrDefault(suspect, likely));
  }

  /** Within a turn: how the process of a node ended, for when it is missed. */
  void ended(int who, String how) {
    ends.put(who, how);
  }

  @Override
  public void onLost(Loss loss) {
    if (loss.orderly() && loss.node() == node.id()) {
      return; // the end of all
    }
    if (loss.orderly()) {
      if (strikeOut(loss)) {
        new TreeSet<>(pulses.keySet()).forEach(each -> node.send(Notice.left(each, loss.node())));
      }
      formGroupIfComplete();
    } else {
      bury(loss.node(), loss.reason());
    }
  }

  @Override
  public void onTime(long nowNanos) {
    look();
    if (nowNanos >= reportNanos) {
      reportNanos = NEVER;
      report();
    }
    if (nowNanos >= formByNanos) {
      formByNanos = NEVER;
      String late = "the group has not formed within %s s: %s";
      giveUpFirstGroup(late.formatted(joinTimeout.toMillis() / 1e3, whoHasCome()));
      onOverdue.run();
    }
    for (int each : List.copyOf(pulses.keySet())) {
      if (heartbeat.isOn() && pulses.get(each).deadlineNanos() <= nowNanos) {
        long millis = pulses.get(each).silenceNanos(nowNanos) / 1_000_000;
        bury(each, "no sign of life for " + millis + " ms");
      }
    }
    for (Suspicion each : List.copyOf(suspicions)) {
      if (each.dueNanos <= nowNanos) {
        suspicions.remove(each);
        if (!dead.containsKey(each.by)) { // else it was the accuser who was cut off
          bury(each.of, "node " + each.by + " cannot reach it: " + each.reason);
        }
      }
    }
  }

  @Override
  public long nextTimeNanos() {
    long next = suspicions.stream().mapToLong(Suspicion::dueNanos).min().orElse(NEVER);
    next = Math.min(next, Math.min(formByNanos, reportNanos));
    if (heartbeat.isOn() && !pulses.isEmpty()) {
      next = Math.min(next, pauses.nextNanos());
      for (Pulse pulse : pulses.values()) {
        next = Math.min(next, pulse.deadlineNanos());
      }
    }
    return next;
  }

  private void bury(int who, String reason) {
    if (strikeOut(new Loss(who, false, reason))) {
      Set<Integer> audience = new TreeSet<>(pulses.keySet());
      audience.add(who); // it may be alive after all
      audience.forEach(member -> node.send(Notice.dead(member, who, reason)));
      formGroupIfComplete();
    }
  }

  /** Within a turn: whether it may yet form. */
  boolean isWaitingForFirstGroup() {
    return currentEpoch < 0 && refusal.isEmpty();
  }

  /** Within a turn: not all of those who are waited for will come; does nothing if they have. */
  void giveUpFirstGroup(String why) {
    if (isWaitingForFirstGroup()) {
      refusal = why;
      journal.accept(refusal);
      refuseIfHopeless();
    }
  }

  private void refuseIfHopeless() {
    if (!refusal.isEmpty()) {
      sendAway(List.copyOf(ready), refusal);
    }
  }

  private void sendAway(List<Integer> whom, String why) {
    for (int each : whom) {
      journal.accept("%s is sent away: %s".formatted(name(each), why));
      node.send(Notice.refused(each, why));
      ready.remove(each);
    }
  }

  /** Why there is no first group and never will be; empty if there is one or may be. */
  String refusal() {
    return refusal;
  }

  /** Tells those who wait for whom they do. */
  private void report() {
    if (!ready.isEmpty() && isWaitingForFirstGroup()) {
      String missing = whoHasCome();
      journal.accept(missing);
      ready.forEach(each -> node.send(Notice.waiting(each, missing)));
    } else {
      String busy = "the group of %d is at work, waiting for the next".formatted(living().size());
      ready.stream()
          .filter(each -> !members.contains(each))
          .forEach(each -> node.send(Notice.waiting(each, busy)));
    }
  }

  private String whoHasCome() {
    String names = ready.stream().map(this::name).collect(Collectors.joining(", "));
    return "%d of %d have come%s; waiting for %d more"
        .formatted(ready.size(), size, names.isEmpty() ? "" : ": " + names, size - ready.size());
  }

  private boolean strikeOut(Loss loss) {
    pulses.remove(loss.node());
    ready.remove(loss.node());
    boolean news = dead.putIfAbsent(loss.node(), loss.reason()) == null;
    if (news) {
      journal.accept("%s is gone: %s".formatted(name(loss.node()), loss.reason()));
      onLeft.accept(loss);
    }
    return news;
  }

  private String name(int who) {
    String where = node.transport().whereabouts(who);
    return "node " + who + (where.isEmpty() ? "" : " (" + where + ")");
  }

  private List<Integer> living() {
    return members.stream().filter(member -> !dead.containsKey(member)).toList();
  }

  private void formGroupIfComplete() {
    List<Integer> living = living();
    if (currentEpoch >= 0 && living.isEmpty()) {
      sendAway(List.copyOf(ready), "the group has ended");
    } else if (currentEpoch >= 0 && ready.containsAll(living) && !welcoming.containsAll(living)) {
      String alone = "the group goes on without new members";
      sendAway(ready.stream().filter(each -> !living.contains(each)).toList(), alone);
    }
    boolean complete =
        !ready.isEmpty() && (currentEpoch < 0 ? ready.size() == size : ready.containsAll(living));
    if (complete) {
      formGroup();
    }
  }

  private void formGroup() {
    currentEpoch++;
    journal.accept("group %d has formed: nodes %s".formatted(currentEpoch, ready));
    members = List.copyOf(ready);
    ready.clear();
    welcoming.clear();
    formByNanos = NEVER;
    reportNanos = NEVER;
    Map<Integer, String> view = new LinkedHashMap<>();
    members.forEach(member -> view.put(member, addresses.getOrDefault(member, "")));
    members.forEach(member -> node.send(Notice.view(member, currentEpoch, view)));
  }
}
