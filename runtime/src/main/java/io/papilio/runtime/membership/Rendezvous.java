package io.papilio.runtime.membership;

import io.papilio.runtime.node.Node;
import io.papilio.runtime.node.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides who belongs together: the one place where nodes are found dead and new groups are formed,
 * so that there are never two opinions about it.
 *
 * <pre>
 *   waiting for `size` nodes --all ready--> epoch 0 --the living are ready--> epoch 1 --> ...
 * </pre>
 *
 * The next group forms when every node that is expected and not dead has said that it is ready; a
 * node that was not in the last group may be ready too, and is then in the next. A node that was
 * called dead too early is told so and takes no part any more.
 */
public final class Rendezvous implements Protocol {
  private final Node node;
  private final int size;
  private final Heartbeat heartbeat;
  private final Map<Integer, Long> lastHeardNanos = new HashMap<>();
  private final Map<Integer, String> dead = new HashMap<>();
  private final Set<Integer> ready = new TreeSet<>();
  private List<Integer> members = List.of();
  private int currentEpoch = -1;

  /** Waits for {@code size} nodes to form the first group. */
  public Rendezvous(Node node, int size, Heartbeat heartbeat) {
    this.node = node;
    this.size = size;
    this.heartbeat = heartbeat;
  }

  /** The first group is known to all nodes already. */
  public static Rendezvous of(Node node, Group first, Heartbeat heartbeat) {
    Rendezvous rendezvous = new Rendezvous(node, first.size(), heartbeat);
    rendezvous.members = first.nodes();
    rendezvous.currentEpoch = first.epoch();
    first.nodes().forEach(member -> rendezvous.lastHeardNanos.put(member, node.nanoTime()));
    return rendezvous;
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
    int source = message.source();
    int kind = message.kind();
    message.release();
    if (dead.containsKey(source)) {
      node.send(Wire.dead(source, source, dead.get(source)));
      return;
    }
    lastHeardNanos.put(source, node.nanoTime());
    if (kind == Wire.BEAT) {
      node.send(Wire.beat(source));
    } else if (kind == Wire.READY) {
      ready.add(source);
      formGroupIfComplete();
    } else if (kind == Wire.UNREADY) {
      ready.remove(source);
    }
  }

  @Override
  public void onLost(Loss loss) {
    if (loss.orderly()) {
      strikeOut(loss.node(), loss.reason()); // the others hear it from the node itself
      formGroupIfComplete();
    } else {
      bury(loss.node(), loss.reason());
    }
  }

  @Override
  public void onTime(long nowNanos) {
    for (int suspect : List.copyOf(lastHeardNanos.keySet())) {
      if (silenceEndsNanos(suspect) <= nowNanos) {
        bury(suspect, "no sign of life for " + heartbeat.deadAfter().toMillis() + " ms");
      }
    }
  }

  @Override
  public long nextTimeNanos() {
    return heartbeat.isOn()
        ? lastHeardNanos.keySet().stream().mapToLong(this::silenceEndsNanos).min().orElse(NEVER)
        : NEVER;
  }

  private long silenceEndsNanos(int of) {
    return lastHeardNanos.get(of) + heartbeat.deadAfter().toNanos();
  }

  private void bury(int who, String reason) {
    if (strikeOut(who, reason)) {
      Set<Integer> audience = new TreeSet<>(members);
      audience.addAll(ready);
      audience.removeAll(dead.keySet());
      audience.add(who); // it may be alive after all
      audience.forEach(member -> node.send(Wire.dead(member, who, reason)));
      formGroupIfComplete();
    }
  }

  private boolean strikeOut(int who, String reason) {
    lastHeardNanos.remove(who);
    ready.remove(who);
    return dead.putIfAbsent(who, reason) == null;
  }

  private void formGroupIfComplete() {
    List<Integer> living = new ArrayList<>(members);
    living.removeAll(dead.keySet());
    boolean complete =
        currentEpoch < 0 ? ready.size() == size : !ready.isEmpty() && ready.containsAll(living);
    if (complete) {
      currentEpoch++;
      members = List.copyOf(ready);
      ready.clear();
      members.forEach(member -> node.send(Wire.view(member, currentEpoch, members)));
    }
  }
}
