package io.papilio.runtime.simulation;

import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.membership.Rendezvous;
import io.papilio.runtime.simulation.Scenario.Batch;
import io.papilio.runtime.simulation.Scenario.Disturbance;
import io.papilio.runtime.simulation.Scenario.Fault;
import io.papilio.runtime.simulation.TracedTransport.Passed;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs a {@link Scenario} in virtual time and holds the runtime to its promises: nothing hangs,
 * what completes is right and the same everywhere, the dead are named, and survivors can go on.
 */
final class Simulation {
  /** Nothing takes that long, unless it takes for ever. */
  private static final int OUTSIDE = Integer.MIN_VALUE;

  private static final long LIMIT_NANOS = 120_000 * Scenario.MILLI;

  private final Scenario scenario;
  private final SimulatedNetwork network;
  private final SplittableRandom random;
  private final List<Rank> ranks = new ArrayList<>();
  private final Set<Integer> killed = new TreeSet<>();
  private final Map<Long, Long> bits = new HashMap<>();
  private int doomed = OUTSIDE;
  private Predicate<Message> deadly = message -> false;
  private Consumer<String> log = line -> {};
  private boolean logging;
  private long digest = 17;
  private int completed;

  Simulation(Scenario scenario) {
    this.scenario = scenario;
    this.network =
        new SimulatedNetwork(
            scenario.ranks(),
            scenario.seed(),
            scenario.maxDelayNanos() / 10,
            scenario.maxDelayNanos());
    this.random = new SplittableRandom(~scenario.seed());
  }

  /** Tells of every message. */
  Simulation logTo(Consumer<String> target) {
    log = target;
    logging = true;
    return this;
  }

  /** When the node has sent such a message it dies. */
  Simulation killSenderOf(int node, Predicate<Message> message) {
    doomed = node;
    deadly = message;
    return this;
  }

  /** A number for all that has happened, in its order and at its time. */
  long digest() {
    return digest;
  }

  /** How many calls have been completed, over all ranks. */
  int completed() {
    return completed;
  }

  /** How many ranks have heard of a failure. */
  int failures() {
    return (int) ranks.stream().filter(rank -> rank.failure != null).count();
  }

  Set<Integer> killed() {
    return killed;
  }

  /** The newest group's number. */
  int epoch() {
    return ranks.stream().mapToInt(rank -> rank.comm.group().epoch()).max().orElse(0);
  }

  /** Prints the digest of each seed that is given. */
  public static void main(String[] seeds) {
    for (String seed : seeds) {
      System.out.println(new Simulation(Scenario.of(Long.parseLong(seed))).run().digest());
    }
  }

  /** Runs it all. Throws {@link AssertionError} if a promise is broken. */
  Simulation run() {
    Node service = new Node(traced(Transport.RENDEZVOUS));
    Group first = Group.first(0, scenario.ranks());
    service.execute(() -> service.attach(Rendezvous.of(service, first, Scenario.HEARTBEAT)));
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      Rank own = new Rank(rank);
      ranks.add(own);
      own.program = scenario.program();
      network.at(random.nextLong(2 * scenario.maxDelayNanos()), own::runBatch);
    }
    scenario.disturbances().forEach(d -> network.at(d.at(), () -> disturb(d)));
    runToTheEnd();
    checkFailures();
    if (scenario.fault().hasCulprit()) {
      shrinkUntilAllIsWell();
    }
    return this;
  }

  private Transport traced(int node) {
    TracedTransport transport = new TracedTransport(network.transport(node), this::onPassed);
    if (scenario.fault() == Fault.DUPLICATE && node >= 0) {
      transport.duplicate(random.nextInt(4 * scenario.ranks()));
    }
    if (scenario.seed() % 3 == 0) {
      transport.limit(8 * (1 + scenario.seed() / 3 % 7)); // a few elements at a time
    }
    return transport;
  }

  private void onPassed(Passed passed) {
    Message message = passed.message();
    digest = digest * 31 + network.nanoTime();
    digest = digest * 31 + passed.node() * 7L + passed.what().hashCode();
    if (message != null) {
      digest = digest * 31 + message.target() + 100L * message.kind() + message.channel();
      digest = digest * 31 + message.operation() + 1000L * message.sequence() + message.epoch();
    }
    if (logging) {
      log.accept(
          "%d us: node %d %s %s"
              .formatted(
                  network.nanoTime() / 1000,
                  passed.node(),
                  passed.what(),
                  message == null ? passed.loss() : message));
    }
    if (passed.node() == doomed && passed.what().equals("sends") && deadly.test(message)) {
      kill(doomed);
    }
  }

  private void disturb(Disturbance disturbance) {
    log.accept(network.nanoTime() / 1000 + " us: " + disturbance);
    switch (disturbance.what()) {
      case KILL -> disturbance.nodes().forEach(this::kill);
      case PARTITION ->
          network.partition(disturbance.nodes(), disturbance.others(), disturbance.until());
      case PAUSE -> {
        int node = disturbance.nodes().iterator().next();
        network.pause(node, disturbance.until());
        if (node >= 0) {
          ranks.get(node).pausedUntil = disturbance.until();
        }
      }
    }
  }

  private void kill(int node) {
    log.accept(network.nanoTime() / 1000 + " us: node " + node + " is killed");
    killed.add(node);
    network.kill(node);
  }

  private List<Rank> living() {
    return ranks.stream().filter(rank -> !killed.contains(rank.node)).toList();
  }

  private void runToTheEnd() {
    boolean over =
        network.runUntil(
            () -> living().stream().allMatch(rank -> rank.state != State.RUNNING),
            network.nanoTime() + LIMIT_NANOS);
    if (!over) {
      throw new AssertionError("somebody waits for ever: " + ranks);
    }
  }

  /** Whoever failed, and nobody else, heard of somebody who is to blame. */
  private void checkFailures() {
    Set<Integer> culprits = new TreeSet<>(killed);
    culprits.addAll(scenario.victims());
    for (Rank rank : living()) {
      if (scenario.fault() == Fault.MISMATCH) {
        require(rank.state == State.FAILED || scenario.ranks() == 1, rank + " heard nothing");
      } else if (rank.state == State.FAILED && scenario.fault().hasCulprit()) {
        require(
            culprits.contains(rank.blamedNode) || rank.blamedNode == OUTSIDE,
            rank + " blames node " + rank.blamedNode + ", not " + culprits);
      }
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }

  private void shrinkUntilAllIsWell() {
    int rounds = 0;
    while (living().stream().anyMatch(rank -> rank.state == State.FAILED)) {
      require(rounds++ < 5, "no end of failures: " + ranks);
      for (Rank rank : living()) {
        if (rank.state != State.EXPELLED) {
          rank.state = State.RUNNING;
          long now = Math.max(network.nanoTime(), rank.pausedUntil);
          network.at(now + random.nextLong(3 * scenario.maxDelayNanos()), rank::shrink);
        }
      }
      runToTheEnd();
      checkFailures();
    }
    if (rounds > 0) {
      checkNewGroup();
    }
  }

  private void checkNewGroup() {
    List<Rank> members = living().stream().filter(rank -> rank.state == State.FINISHED).toList();
    List<Integer> nodes = members.stream().map(rank -> rank.node).toList();
    for (Rank rank : living()) {
      if (rank.state == State.EXPELLED) {
        require(scenario.victims().contains(rank.node), rank + " was expelled");
      } else {
        Group group = rank.comm.group();
        List<Integer> with = new ArrayList<>(group.nodes());
        with.removeAll(killed); // those who died when all was done
        require(nodes.equals(with), rank + " is not with " + nodes);
        require(group.epoch() == members.get(0).comm.group().epoch(), rank + " is in " + group);
      }
    }
  }

  /** Where a rank is. */
  private enum State {
    RUNNING,
    FINISHED,
    FAILED,
    EXPELLED
  }

  /** One rank's program, which goes on whenever a call is completed. */
  private final class Rank {
    final int node;
    Communicator comm;
    List<Batch> program;
    State state = State.RUNNING;
    CollectiveException failure;
    int blamedNode;
    String expelledBecause;
    long pausedUntil;
    int next;

    Rank(int node) {
      this.node = node;
      Node home = new Node(traced(node));
      Membership membership = new Membership(home, Scenario.HEARTBEAT);
      home.execute(() -> home.attach(membership));
      Group group = Group.first(node, scenario.ranks());
      this.comm = Communicator.of(home, membership, group, scenario.settings());
    }

    void runBatch() {
      if (killed.contains(node)) {
        return;
      }
      if (next == program.size()) {
        state = State.FINISHED;
        if (scenario.fault().isHarmless() && scenario.seed() % 2 == 0) {
          comm.close(); // must not hurt those who are not as far
        }
        return;
      }
      Batch batch = program.get(next++);
      List<CompletableFuture<Void>> futures = new ArrayList<>();
      for (Op op : batch.ops()) {
        boolean odd = comm.rank() == scenario.oddRank() && next == scenario.oddBatch() + 1;
        futures.add(start(odd ? op.changed(random, comm.size()) : op, comm));
      }
      if (batch.members().contains(comm.rank())) {
        Communicator group =
            comm.subGroup(batch.members().stream().mapToInt(Integer::intValue).toArray());
        batch.memberOps().forEach(op -> futures.add(start(op, group)));
      }
      CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
          .whenComplete((nothing, error) -> batchEnded(error));
    }

    private CompletableFuture<Void> start(Op op, Communicator in) {
      Slice data = op.input(in.rank());
      return op.start(in, data)
          .whenComplete((nothing, error) -> blame(in, error))
          .thenRun(() -> check(op, in, data));
    }

    /** Ranks are named as the group counts them in which the call was made. */
    private void blame(Communicator in, Throwable error) {
      if (error instanceof CollectiveException e) {
        int failedRank = e.failedRank();
        blamedNode = failedRank < 0 ? OUTSIDE : in.group().node(failedRank);
      }
    }

    private void check(Op op, Communicator in, Slice data) {
      long own = op.check(data, in.rank(), in.size());
      Long others = bits.putIfAbsent(op.id(), own);
      completed++;
      if (others != null && others != own) {
        throw new AssertionError(op + ": node " + node + " has other bits than the rest");
      }
    }

    private void batchEnded(Throwable error) {
      if (killed.contains(node)) {
        return;
      }
      if (error == null) {
        runBatch();
        return;
      }
      Throwable cause = error instanceof CompletionException ? error.getCause() : error;
      if (!(cause instanceof CollectiveException)) {
        throw failed(cause);
      }
      failure = (CollectiveException) cause;
      state = State.FAILED;
      log.accept(network.nanoTime() / 1000 + " us: " + this);
      if (scenario.fault().isHarmless()) {
        throw failed(new AssertionError(this + " without a reason", failure));
      }
      if (!scenario.fault().hasCulprit()) {
        comm.close(); // as a program would that gives up; the rest of them hears of it
      }
    }

    /** An error that a future would swallow. */
    private Error failed(Throwable error) {
      network.at(
          network.nanoTime(),
          () -> {
            throw error instanceof Error e ? e : new AssertionError(this.toString(), error);
          });
      return new AssertionError(error);
    }

    void shrink() {
      if (killed.contains(node)) {
        return;
      }
      int before = comm.group().epoch();
      comm.shrinkAsync()
          .whenComplete(
              (group, error) -> {
                if (killed.contains(node)) {
                  return;
                }
                if (error != null) {
                  expelledBecause = error.toString();
                  state = State.EXPELLED;
                } else {
                  begin(group, before);
                }
              });
    }

    private void begin(Communicator group, int before) {
      if (group.group().epoch() <= before) {
        throw failed(new AssertionError(this + " is back in epoch " + group.group().epoch()));
      }
      comm = group;
      program = scenario.afterwards(group.size(), group.group().epoch());
      next = 0;
      runBatch();
    }

    @Override
    public String toString() {
      return "node %d (rank %d of %s) %s in batch %d%s%s"
          .formatted(
              node,
              comm.rank(),
              comm.group(),
              killed.contains(node) ? "KILLED" : state,
              next - 1,
              failure == null ? "" : ", " + failure.getMessage(),
              expelledBecause == null ? "" : ", " + expelledBecause);
    }
  }
}
