package io.papilio.spark.variable;

import io.papilio.runtime.membership.Addresses;
import io.papilio.runtime.transport.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One variable, as the coordinator sees it.
 *
 * <pre>
 *   GATHERING --all partitions are held--> REDUCING --somebody has the result--> COMPLETE
 *       ^                                   |    |                                  |
 *       +---- a member died, nobody has it -+    +-- in every round --> FAILED      |
 *       +---- all who had it died -------------------------------------------------+
 * </pre>
 *
 * A partition is held by one manager at most, the first that claims it; what a dead manager held is
 * lost until it is claimed again. A round ends when all members who live have said how it went for
 * them: if one has the result, that is the result.
 */
final class Gathering {
  private static final int NOBODY = -1;
  private static final int MOST_ROUNDS = 5;

  enum Phase {
    GATHERING,
    REDUCING,
    COMPLETE,
    FAILED
  }

  private final long variable;
  private final int[] holders;
  private final Map<Integer, String> addresses;
  private final Consumer<Message> send;
  private Phase phase = Phase.GATHERING;
  private String shape = "";
  private String error = "";
  private int held;
  private final BitSet lost = new BitSet();
  private String lossReason = "";
  private long lostNanos;
  private long askedNanos;
  private int round;
  private int copies;
  private final Set<Integer> members = new TreeSet<>(); // of this round, if they live
  private final Set<Integer> failed = new HashSet<>();
  private final Set<Integer> results = new TreeSet<>(); // who has the result
  private final Set<Integer> waiting = new TreeSet<>(); // who wants it
  private final List<CompletableFuture<List<Integer>>> watchers = new ArrayList<>();

  /** Addresses are those of all managers that are here. */
  Gathering(long variable, int tasks, Map<Integer, String> addresses, Consumer<Message> send) {
    this.variable = variable;
    this.holders = new int[tasks];
    this.addresses = addresses;
    this.send = send;
    Arrays.fill(holders, NOBODY);
  }

  void claim(int node, int partition, String ofShape) {
    boolean known = partition >= 0 && partition < holders.length;
    if (phase != Phase.GATHERING || known && holders[partition] != NOBODY) {
      tell(node, Wire.REFUSE);
    } else if (!known) {
      tell(node, Wire.REFUSE);
      fail("partition %d of %d has committed".formatted(partition, holders.length));
    } else if (!shape.isEmpty() && !shape.equals(ofShape)) {
      tell(node, Wire.REFUSE);
      fail("partition %d has committed %s, others %s".formatted(partition, ofShape, shape));
    } else {
      shape = ofShape;
      holders[partition] = node;
      held++;
      lost.clear(partition);
      tell(node, Wire.ACCEPT);
      startIfAllAreHeld();
    }
  }

  private void startIfAllAreHeld() {
    if (held == holders.length) {
      phase = Phase.REDUCING;
      round++;
      failed.clear();
      members.clear();
      Arrays.stream(holders).forEach(members::add);
      send(Wire.START, round, List.copyOf(members));
    }
  }

  /** The same to all these, who work together. */
  private void send(int kind, int sequence, List<Integer> nodes) {
    Map<Integer, String> group = new LinkedHashMap<>();
    nodes.forEach(node -> group.put(node, addresses.get(node)));
    String text = shape + "\n" + Addresses.text(group);
    if (text.length() > Wire.MOST_ADDRESSES) {
      fail(nodes.size() + " executors are too many: a message does not hold their addresses");
      return;
    }
    nodes.forEach(node -> send.accept(Wire.to(node, kind, variable).sequence(sequence).text(text)));
  }

  private void tell(int node, int kind) {
    send.accept(Wire.to(node, kind, variable));
  }

  void done(int node, int ofRound) {
    if (phase == Phase.REDUCING && ofRound == round) {
      results.add(node);
      settleIfAllHaveReported();
    }
  }

  void failed(int node, int ofRound, String reason) {
    if (phase == Phase.REDUCING && ofRound == round) {
      failed.add(node);
      error = reason;
      settleIfAllHaveReported();
    }
  }

  private void settleIfAllHaveReported() {
    boolean all =
        members.stream().allMatch(each -> results.contains(each) || failed.contains(each));
    if (!all) {
      return;
    }
    if (!results.isEmpty()) {
      phase = Phase.COMPLETE;
      members.forEach(member -> tell(member, Wire.SETTLED));
      waiting.removeAll(results);
      List.copyOf(waiting).forEach(this::want);
      waiting.clear();
      endWatch(watcher -> watcher.complete(List.of()));
    } else {
      lose(holder -> !members.contains(holder));
      phase = Phase.GATHERING;
      if (round >= MOST_ROUNDS) {
        fail("%d reductions have failed: %s".formatted(round, error));
      } else {
        startIfAllAreHeld();
      }
    }
  }

  /** What these have held is lost. */
  private void lose(IntPredicate whose) {
    for (int partition = 0; partition < holders.length; partition++) {
      if (holders[partition] != NOBODY && whose.test(holders[partition])) {
        holders[partition] = NOBODY;
        held--;
        lost.set(partition);
      }
    }
  }

  /** A manager is gone. */
  void lost(int node, String reason, long nowNanos) {
    waiting.remove(node);
    boolean hadResult = results.remove(node); // it cannot give it any more
    boolean matters =
        switch (phase) {
          case GATHERING -> Arrays.stream(holders).anyMatch(holder -> holder == node);
          case REDUCING -> members.remove(node);
          case COMPLETE -> hadResult && results.isEmpty();
          case FAILED -> false;
        };
    if (!matters) {
      return;
    }
    lostNanos = nowNanos;
    lossReason = reason;
    if (phase == Phase.REDUCING) {
      settleIfAllHaveReported();
    } else {
      lose(holder -> phase == Phase.COMPLETE || holder == node);
      phase = Phase.GATHERING;
    }
  }

  /** Somebody at a manager waits for the result. */
  void want(int node) {
    if (phase == Phase.COMPLETE && !results.contains(node)) {
      List<Integer> sources = List.copyOf(results);
      int number = ++copies;
      send(Wire.COPY, number, List.of(sources.get(number % sources.size()), node));
    } else if (phase == Phase.FAILED) {
      send.accept(Wire.to(node, Wire.ERROR, variable).text(Wire.cut(error)));
    } else if (phase != Phase.COMPLETE) {
      waiting.add(node);
    }
  }

  void copied(int node) {
    if (phase == Phase.COMPLETE) {
      results.add(node);
    }
  }

  private void fail(String reason) {
    phase = Phase.FAILED;
    error = reason;
    List.copyOf(waiting).forEach(this::want);
    waiting.clear();
    endWatch(watcher -> watcher.completeExceptionally(new IllegalStateException(reason)));
  }

  /**
   * Ends with no partitions when there is a result, or with those that nobody holds after a while:
   * their tasks are over, but their commits were lost.
   */
  CompletableFuture<List<Integer>> settled(long nowNanos) {
    if (phase == Phase.COMPLETE) {
      return CompletableFuture.completedFuture(List.of());
    }
    if (phase == Phase.FAILED) {
      return CompletableFuture.failedFuture(new IllegalStateException(error));
    }
    CompletableFuture<List<Integer>> watcher = new CompletableFuture<>();
    watchers.add(watcher);
    askedNanos = nowNanos;
    return watcher;
  }

  private void endWatch(Consumer<CompletableFuture<List<Integer>>> how) {
    watchers.forEach(how);
    watchers.clear();
  }

  /** Partitions that nobody holds. */
  List<Integer> missing() {
    return phase == Phase.GATHERING
        ? IntStream.range(0, holders.length).filter(i -> holders[i] == NOBODY).boxed().toList()
        : List.of();
  }

  /** When those who wait have to be told of a loss; until then it may be made good. */
  long dueNanos(long graceNanos) {
    long due = Long.MAX_VALUE;
    if (phase == Phase.GATHERING && !waiting.isEmpty() && !lost.isEmpty()) {
      due = lostNanos + graceNanos;
    }
    if (phase == Phase.GATHERING && !watchers.isEmpty()) {
      due = Math.min(due, Math.max(lostNanos, askedNanos) + graceNanos);
    }
    return due;
  }

  void tellOfLoss(long graceNanos, long nowNanos) {
    if (!lost.isEmpty() && lostNanos + graceNanos <= nowNanos) {
      String text = Partitions.text(lost) + "\n" + Wire.cut(lossReason);
      waiting.forEach(node -> send.accept(Wire.to(node, Wire.LOST, variable).text(text)));
      waiting.clear();
    }
    if (Math.max(lostNanos, askedNanos) + graceNanos <= nowNanos) {
      List<Integer> missing = missing();
      endWatch(watcher -> watcher.complete(missing));
    }
  }

  /** All who may know of it hear that it is over. */
  void close(String reason) {
    addresses.keySet().forEach(node -> tell(node, Wire.CLOSE));
    IllegalStateException closed = new IllegalStateException(reason);
    endWatch(watcher -> watcher.completeExceptionally(closed));
  }
}
