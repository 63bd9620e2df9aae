package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.papilio.core.price.LinkModel;
import io.papilio.core.topology.Butterfly;
import io.papilio.core.topology.Chain;
import io.papilio.core.topology.Complete;
import io.papilio.core.topology.Ring;
import io.papilio.core.topology.Star;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Walks through every order in which workers can act and messages can arrive, with the mixers and
 * gates that are shipped, for graphs small enough: all states are seen, so what holds here holds
 * for these graphs always.
 */
class GateExplorationTest {

  @ParameterizedTest(name = "{0} of {1}, {2}, {3} iterations")
  @CsvSource({
    "ring, 2, notify-ack, 4",
    "ring, 3, notify-ack, 2",
    "butterfly, 4, notify-ack, 1",
    "chain, 3, notify-ack, 3",
    "star, 3, notify-ack, 1",
    "ring, 2, bsp, 4",
    "ring, 3, bsp, 2",
    "star, 3, bsp, 1",
    "ring, 2, ssp:0, 4",
    "ring, 3, ssp:0, 2",
    "ring, 2, ssp:1, 4",
    "chain, 3, ssp:0, 2",
    "ring, 2, ssp:2, 3",
    "ring, 2, asp, 3",
    "chain, 3, asp, 2",
    "ring, 2, barrier-only, 3",
    "chain, 3, barrier-only, 1"
  })
  void shouldNeverStopAndKeepItsBound(
      String topology, int ranks, String consistency, int iterations) {
    new Explorer(topology(topology), ranks, Consistency.parse(consistency), iterations).explore();
  }

  @Tag("full")
  @ParameterizedTest(name = "{0} of {1}, {2}, {3} iterations")
  @CsvSource({
    "ring, 3, notify-ack, 4",
    "complete, 3, notify-ack, 1",
    "ring, 4, notify-ack, 1",
    "star, 3, notify-ack, 3",
    "ring, 3, bsp, 4",
    "star, 3, bsp, 2",
    "complete, 3, bsp, 1",
    "ring, 3, ssp:0, 4",
    "ring, 3, ssp:1, 2",
    "ring, 2, ssp:2, 4",
    "complete, 3, ssp:0, 1",
    "chain, 3, ssp:1, 3",
    "ring, 3, asp, 2",
    "ring, 2, barrier-only, 4",
    "ring, 3, barrier-only, 1",
    "chain, 3, barrier-only, 2"
  })
  void shouldNeverStopAndKeepItsBoundInLargerGraphs(
      String topology, int ranks, String consistency, int iterations) {
    new Explorer(topology(topology), ranks, Consistency.parse(consistency), iterations).explore();
  }

  /** That is what it is there to show. */
  @Test
  void shouldLoseUpdatesInEveryWayUnderABarrierOnly() {
    MixCounts found = new Explorer(new Ring(), 2, Consistency.BARRIER_ONLY, 3).explore();
    assertTrue(found.missing() > 0, found.toString());
    assertTrue(found.stale() > 0, found.toString());
    assertTrue(found.newer() > 0, found.toString());
    assertTrue(found.torn() > 0, found.toString());
    assertTrue(found.full() > 0 && found.full() < found.reduces(), found.toString());
  }

  private static Topology topology(String name) {
    return List.of(new Ring(), new Complete(), new Butterfly(), new Chain(), new Star()).stream()
        .filter(topology -> topology.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Depth-first over all states: a state is reached by replaying the choices that lead to it. */
  private record Explorer(Topology topology, int ranks, Consistency consistency, int iterations) {

    /** Returns what was found on all ways together. */
    MixCounts explore() {
      Set<String> seen = new HashSet<>();
      Deque<List<Integer>> open = new ArrayDeque<>();
      open.push(List.of());
      MixCounts found = MixCounts.NONE;
      int finished = 0;
      while (!open.isEmpty()) {
        List<Integer> path = new ArrayList<>(open.pop());
        World world = new World(topology, ranks, consistency, iterations);
        path.forEach(world::act);
        while (seen.add(world.toString())) {
          int choices = world.choices().size();
          if (choices == 0) {
            assertTrue(world.isFinished(), () -> "nobody can go on: " + world);
            finished++;
            break;
          }
          for (int choice = 1; choice < choices; choice++) { // the others later, this one at once
            List<Integer> other = new ArrayList<>(path);
            other.add(choice);
            open.push(other);
          }
          path.add(0);
          world.act(0);
        }
        found = found.plus(world.counts());
      }
      assertTrue(finished > 0, "no run came to an end");
      return found;
    }
  }

  /** Workers that send and reduce, on a network where anything may come next. */
  private static final class World {
    private final ExploredNetwork network;
    private final List<Worker> workers = new ArrayList<>();
    private final int iterations;

    World(Topology topology, int ranks, Consistency consistency, int iterations) {
      this.network = new ExploredNetwork(ranks);
      this.iterations = iterations;
      for (int rank = 0; rank < ranks; rank++) {
        workers.add(new Worker(rank, topology, consistency));
      }
    }

    /** Workers that can make their next call, and links on which something can arrive. */
    List<Object> choices() {
      List<Object> choices = new ArrayList<>(workers.stream().filter(Worker::isFree).toList());
      choices.addAll(network.ready());
      return choices;
    }

    void act(int choice) {
      Object chosen = choices().get(choice);
      if (chosen instanceof Worker worker) {
        worker.call();
      } else {
        network.deliver((String) chosen);
      }
      workers.forEach(Worker::check);
    }

    boolean isFinished() {
      return workers.stream().allMatch(worker -> worker.calls == 2 * iterations && worker.isDone());
    }

    MixCounts counts() {
      return workers.stream().map(w -> w.mixer.counts()).reduce(MixCounts.NONE, MixCounts::plus);
    }

    @Override
    public String toString() {
      return workers + " " + network;
    }

    private final class Worker {
      private final int rank;
      private final Topology topology;
      private final Consistency consistency;
      private final Probe probe;
      private final Mixer mixer;
      private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
      private int calls;

      Worker(int rank, Topology topology, Consistency consistency) {
        this.rank = rank;
        this.topology = topology;
        this.consistency = consistency;
        Node node = new Node(network.transport(rank));
        Membership membership = new Membership(node, Heartbeat.NONE);
        Group group = Group.first(rank, network.size());
        Communicator communicator =
            Communicator.of(node, membership, group, Settings.of(LinkModel.inproc()));
        this.probe = new Probe();
        this.mixer = new Mixer(communicator, topology, consistency, probe);
      }

      boolean isDone() {
        return last.isDone();
      }

      boolean isFree() {
        return isDone() && calls < 2 * iterations;
      }

      void call() {
        probe.iteration = calls / 2;
        last = calls % 2 == 0 ? mixer.sendAsync() : mixer.reduceAsync();
        calls++;
        if (consistency.equals(Consistency.ASP)) {
          assertTrue(last.isDone(), "asp must not wait");
        }
      }

      /**
       * Called after every action: what was combined keeps the bound, what must not happen did not.
       */
      void check() {
        assertTrue(!last.isCompletedExceptionally(), () -> "failed: " + last);
        for (int[] use : probe.uses) {
          int iteration = use[0];
          int version = use[1];
          if (!consistency.overwrites()) {
            assertTrue(
                version <= iteration && version >= iteration - consistency.slack(),
                () -> rank + " combined " + version + " in " + iteration);
          } else if (consistency.barrier()) {
            assertTrue(version <= iteration + 1, () -> rank + " combined " + version);
          }
        }
        probe.uses.clear();
        if (!consistency.overwrites()) {
          assertEquals(0, mixer.counts().torn(), "torn");
          assertEquals(0, mixer.counts().newer(), "newer");
        }
        if (!consistency.overwrites() && topology.period(workers.size()) == 1) {
          for (int target : topology.sendTo(rank, workers.size(), 0)) {
            int ahead = mixer.sends() - workers.get(target).mixer.reduces();
            assertTrue(ahead <= consistency.slack() + 1, rank + " is too far ahead of " + target);
          }
        }
        if (consistency.equals(Consistency.BARRIER_ONLY)) {
          int behind = workers.stream().mapToInt(w -> w.mixer.sends()).min().orElseThrow();
          assertTrue(mixer.reduces() <= behind, "reduced before everybody had sent");
        }
      }

      @Override
      public String toString() {
        return calls + (isDone() ? " " : " waits ") + mixer;
      }
    }
  }

  /** A payload that says which iteration it is of, twice, so that halves can be told apart. */
  private static final class Probe implements Payload {
    private final List<int[]> uses = new ArrayList<>();
    private int iteration;

    @Override
    public ElementType type() {
      return ElementType.FLOAT;
    }

    @Override
    public int length() {
      return 2;
    }

    @Override
    public Slice encode(Slice room) {
      Arrays.fill(room.floats(), iteration);
      return room;
    }

    @Override
    public void begin(double ownShare, int sources) {}

    @Override
    public void combine(int at, Slice received, double share) {
      float[] values = received.floats();
      if (values[0] != values[1]) {
        fail("combined halves of iterations " + values[0] + " and " + values[1]);
      }
      uses.add(new int[] {iteration, (int) values[0]});
    }

    @Override
    public void stay(double share) {}

    @Override
    public void end() {}
  }
}
