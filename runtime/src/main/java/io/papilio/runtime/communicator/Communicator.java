package io.papilio.runtime.communicator;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Price;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Rerooted;
import io.papilio.runtime.communicator.CollectiveException.Failure;
import io.papilio.runtime.communicator.Routines.Routine;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * What a program holds to work with its peers: this rank's end of a group.
 *
 * <p>All ranks of a group make the same calls in the same order; arrays are combined in place.
 * Calls block until this rank's part is done; those that end in {@code Async} return at once,
 * several may be under way, and the elements must be left alone until the future is done.
 *
 * <p>A call that cannot be completed throws {@link CollectiveException} (or completes its future
 * with it), on all ranks, and never just waits; the communicator is then broken. A caller's mistake
 * is an {@link IllegalArgumentException} and breaks nothing.
 *
 * <p>Threads may share a communicator if they keep the calls in order.
 */
public final class Communicator implements AutoCloseable {
  /** The first communicator of a node; those of sub-groups are derived from it. */
  private static final long ROOT_CHANNEL = 1;

  private final Node node;
  private final Membership membership;
  private final Group group;
  private final Settings settings;
  private final CollectiveProtocol protocol;
  private volatile Selector selector;
  private final Context context;
  private final Routines routines;
  private final SubGroups subGroups = new SubGroups();
  private volatile boolean ownsNode;
  private volatile Runnable whenClosed = () -> {};

  private Communicator(
      Node node, Membership membership, Group group, Settings settings, long channel) {
    this.ownsNode = channel == ROOT_CHANNEL;
    this.node = node;
    this.membership = membership;
    this.group = group;
    this.settings = settings;
    this.protocol = new CollectiveProtocol(node, group, channel, settings);
    this.context = new Context(node, group, protocol, settings.timeout());
    this.selector = Selectors.of(settings.links().apply(group));
    this.routines = new Routines(protocol);
    node.execute(() -> node.attach(protocol));
  }

  /** This node's end of a group that is known already. */
  public static Communicator of(Node node, Membership membership, Group group, Settings settings) {
    return new Communicator(node, membership, group, settings, ROOT_CHANNEL);
  }

  /** Returns one beside others of the node; all ranks call it by a name that is new. */
  public static Communicator of(
      Node node, Membership membership, Group group, Settings settings, String name) {
    return new Communicator(node, membership, group, settings, Call.digest(name));
  }

  /** Returns this rank's number, from 0. */
  public int rank() {
    return group.rank();
  }

  /** How many ranks there are. */
  public int size() {
    return group.size();
  }

  /** Returns the number that each rank had in the first group; who was lost is missing. */
  public List<Integer> nodes() {
    return group().nodes();
  }

  /** Returns how many groups there were before this one, each of which lost somebody. */
  public int epoch() {
    return group().epoch();
  }

  public Group group() {
    return group;
  }

  /** What protocols of other kinds need to work beside it. */
  public Context context() {
    return context;
  }

  /** Returns the payload bytes that this rank has sent, also by mixers and in sub-groups. */
  public long bytesSent() {
    return protocol.bytesSent() + context.bytesSent() + subGroups.bytesSent();
  }

  /** Returns how long this rank has been in blocking calls, also in those of sub-groups. */
  public long blockedNanos() {
    return context.blockedNanos() + subGroups.blockedNanos();
  }

  /**
   * Measures the links of this group, times the all-reduces that should be good on them, and
   * chooses algorithms by that from now on. All ranks call it. It takes twenty seconds or more.
   */
  public Selector calibrate() {
    chooseBy(new Calibration(this, 1).run(selector.link()));
    return selector;
  }

  /** Chooses as a calibration of the same ranks found, from now on; all ranks call it. */
  public void chooseBy(Selector calibrated) {
    selector = calibrated;
    routines.forget();
  }

  /** What links are taken to be like, or were measured to be. */
  public LinkModel link() {
    return selector.link();
  }

  /** What an all-reduce by an algorithm (null: the one that is chosen) should cost alone. */
  public Price price(Algorithm algorithm, ElementType type, int length) {
    Algorithm one = algorithm == null ? algorithm(type, length) : algorithm;
    return selector.price(one, size(), length, type.bytes());
  }

  /** Returns what is chosen for an all-reduce of so many floats. */
  public Algorithm algorithm(int length) {
    return algorithm(ElementType.FLOAT, length);
  }

  /** What is chosen for an all-reduce. */
  public Algorithm algorithm(ElementType type, int length) {
    return best(Collective.ALL_REDUCE, type, length);
  }

  /** Combines the values of all ranks, element by element; all ranks get the same bits. */
  public void allReduce(float[] values, Reduction reduction) {
    allReduce(null, ElementType.FLOAT, values, values.length, reduction);
  }

  public void allReduce(double[] values, Reduction reduction) {
    allReduce(null, ElementType.DOUBLE, values, values.length, reduction);
  }

  public void allReduce(int[] values, Reduction reduction) {
    allReduce(null, ElementType.INT, values, values.length, reduction);
  }

  public void allReduce(long[] values, Reduction reduction) {
    allReduce(null, ElementType.LONG, values, values.length, reduction);
  }

  /** Not by a slice, which would be garbage: this is called in loops. */
  private void allReduce(
      Algorithm wanted, ElementType type, Object values, int length, Reduction reduction) {
    reduction.check(type, size());
    Routine routine = routine(Collective.ALL_REDUCE, wanted, reduction, type, length);
    routine.call().hold(values);
    run(routine);
  }

  /** Returns what the numbers of all ranks make together. It allocates: not for fast loops. */
  public double allReduce(double value, Reduction reduction) {
    double[] all = {value};
    allReduce(all, reduction);
    return all[0];
  }

  public long allReduce(long value, Reduction reduction) {
    long[] all = {value};
    allReduce(all, reduction);
    return all[0];
  }

  public void allReduce(Slice values, Reduction reduction) {
    run(ready(Collective.ALL_REDUCE, null, values, reduction));
  }

  /** All-reduce by an algorithm of the caller's choice. */
  public void allReduce(float[] values, Reduction reduction, Algorithm algorithm) {
    allReduce(values, reduction, Optional.of(algorithm));
  }

  /** All-reduce by an algorithm of the caller's choice, or by the cheapest if there is none. */
  public void allReduce(float[] values, Reduction reduction, Optional<Algorithm> algorithm) {
    Algorithm wanted = algorithm.map(DenseCall::allReducing).orElse(null);
    allReduce(wanted, ElementType.FLOAT, values, values.length, reduction);
  }

  /** All-reduce by an algorithm of the caller's choice. */
  public void allReduce(Slice values, Reduction reduction, Algorithm algorithm) {
    run(ready(Collective.ALL_REDUCE, DenseCall.allReducing(algorithm), values, reduction));
  }

  public CompletableFuture<Void> allReduceAsync(
      float[] values, Reduction reduction, Optional<Algorithm> algorithm) {
    Algorithm wanted = algorithm.map(DenseCall::allReducing).orElse(null);
    return runAsync(Collective.ALL_REDUCE, wanted, Slice.of(values), reduction);
  }

  public CompletableFuture<Void> allReduceAsync(Slice values, Reduction reduction) {
    return runAsync(Collective.ALL_REDUCE, null, values, reduction);
  }

  public CompletableFuture<Void> allReduceAsync(
      Slice values, Reduction reduction, Algorithm algorithm) {
    return runAsync(Collective.ALL_REDUCE, DenseCall.allReducing(algorithm), values, reduction);
  }

  /**
   * Adds up sparse vectors of one length; all ranks get the same bits. The result has an entry
   * wherever the sum is not zero, and no other, be the entries added one by one or, where there are
   * many, all elements.
   */
  public SparseVector allReduce(SparseVector values) {
    return context.await(start(values));
  }

  public CompletableFuture<SparseVector> allReduceAsync(SparseVector values) {
    return context.unattended(start(values));
  }

  /** Returns a sum of sparse vectors of this length that is to be made again and again. */
  public SparseAllReduce sparseAllReduce(int length) {
    return new SparseAllReduce(protocol, context, length);
  }

  /**
   * Combines an object of each rank; all ranks get objects made from the same bytes.
   *
   * @param operator must not change its arguments, nor may it matter in which order objects are
   *     combined; the order is the same in each call
   * @param name of the operator: part of what ranks check to be equal
   */
  public <T> T allReduce(T value, Codec<T> codec, BinaryOperator<T> operator, String name) {
    return context.await(start(ObjectCall.allReduce(value, codec, operator, name)));
  }

  public <T> CompletableFuture<T> allReduceAsync(
      T value, Codec<T> codec, BinaryOperator<T> operator, String name) {
    return context.unattended(start(ObjectCall.allReduce(value, codec, operator, name)));
  }

  /** Gives the root's values to all ranks. */
  public void broadcast(float[] values, int root) {
    broadcast(Slice.of(values), root);
  }

  /** Gives the root's values to all ranks. */
  public void broadcast(Slice values, int root) {
    run(ready(Collective.broadcast(checkRank(root)), null, values, Reduction.NONE));
  }

  public CompletableFuture<Void> broadcastAsync(Slice values, int root) {
    return runAsync(Collective.broadcast(checkRank(root)), null, values, Reduction.NONE);
  }

  /** Gives the root's object to all ranks; what others bring, be it null, does not matter. */
  public <T> T broadcast(T value, Codec<T> codec, int root) {
    return context.await(start(broadcastOf(value, codec, root)));
  }

  public <T> CompletableFuture<T> broadcastAsync(T value, Codec<T> codec, int root) {
    return context.unattended(start(broadcastOf(value, codec, root)));
  }

  /** Combines the values of all ranks at the root; what others then have is undefined. */
  public void reduce(Slice values, Reduction reduction, int root) {
    run(ready(Collective.reduce(checkRank(root)), null, values, reduction));
  }

  public CompletableFuture<Void> reduceAsync(Slice values, Reduction reduction, int root) {
    return runAsync(Collective.reduce(checkRank(root)), null, values, reduction);
  }

  /** Combines the values of all ranks; this rank gets its {@link #part}, the rest is undefined. */
  public void reduceScatter(float[] values, Reduction reduction) {
    reduceScatter(Slice.of(values), reduction);
  }

  /** Combines the values of all ranks; this rank gets its {@link #part}, the rest is undefined. */
  public void reduceScatter(Slice values, Reduction reduction) {
    run(ready(Collective.REDUCE_SCATTER, null, values, reduction));
  }

  public CompletableFuture<Void> reduceScatterAsync(Slice values, Reduction reduction) {
    return runAsync(Collective.REDUCE_SCATTER, null, values, reduction);
  }

  /** Every rank brings its {@link #part} of the values; all ranks get all parts. */
  public void allGather(float[] values) {
    allGather(Slice.of(values));
  }

  /** Every rank brings its {@link #part} of the values; all ranks get all parts. */
  public void allGather(Slice values) {
    run(ready(Collective.ALL_GATHER, null, values, Reduction.NONE));
  }

  public CompletableFuture<Void> allGatherAsync(Slice values) {
    return runAsync(Collective.ALL_GATHER, null, values, Reduction.NONE);
  }

  /** Returns when all ranks have called it. */
  public void barrier() {
    run(ready(Collective.BARRIER, null, Slice.EMPTY, Reduction.NONE));
  }

  public CompletableFuture<Void> barrierAsync() {
    return runAsync(Collective.BARRIER, null, Slice.EMPTY, Reduction.NONE);
  }

  /** The elements of a vector of this length that are this rank's own in scatters and gathers. */
  public Range part(int length) {
    return Range.part(length, size(), rank());
  }

  /**
   * A communicator of some of the ranks, given in the order of their new ranks. They, and no
   * others, call it with the same arguments. When this one breaks or is closed, so does the other.
   */
  public Communicator subGroup(int... ranks) {
    List<Integer> nodes =
        Arrays.stream(ranks).map(this::checkRank).mapToObj(group::node).distinct().toList();
    int newRank = nodes.indexOf(group.node(rank()));
    if (newRank < 0 || nodes.size() != ranks.length) {
      throw new IllegalArgumentException(
          "rank " + rank() + " cannot form a sub-group of ranks " + Arrays.toString(ranks));
    }
    Group some = new Group(group.epoch(), newRank, nodes);
    Communicator child =
        new Communicator(node, membership, some, settings, context.newChannel("group " + nodes));
    Consumer<CollectiveException> whenThisBreaks = // or its ranks might wait for those who go on
        e -> {
          int failed = e.failedRank() < 0 ? -1 : some.rankOf(group.node(e.failedRank()));
          child.protocol.fail(new Failure(failed, "the larger group broke: " + e, e), false);
        };
    subGroups.add(child, context.onFailure(whenThisBreaks));
    child.whenClosed = () -> subGroups.close(child);
    return child;
  }

  /**
   * After a failure: a communicator of those who live, when all of them have called this. Processes
   * that wait at the rendezvous to come in are sent away.
   */
  public Communicator shrink() {
    return context.await(nextGroup(false));
  }

  public CompletableFuture<Communicator> shrinkAsync() {
    return context.unattended(nextGroup(false));
  }

  /**
   * After a failure, or without one: a communicator of those who live, when all of them have called
   * this, and of those who wait at the rendezvous, who have to be told what the group has done.
   */
  public Communicator regroup() {
    return context.await(nextGroup(true));
  }

  public CompletableFuture<Communicator> regroupAsync() {
    return context.unattended(nextGroup(true));
  }

  private CompletableFuture<Communicator> nextGroup(boolean newcomers) {
    CompletableFuture<Group> next = new CompletableFuture<>();
    node.execute(
        () -> {
          protocol.fail(Failure.of(rank(), "gave the group up for a new one"), true);
          membership.nextGroup(newcomers, settings.timeout(), next);
        });
    return next.thenApply(
        newGroup -> {
          ownsNode = false;
          return of(node, membership, newGroup, settings);
        });
  }

  private int checkRank(int rank) {
    if (rank < 0 || rank >= size()) {
      throw new IllegalArgumentException("no rank " + rank + " among " + size());
    }
    return rank;
  }

  private <T> Call<T> broadcastOf(T value, Codec<T> codec, int root) {
    return ObjectCall.broadcast(
        checkRank(root) == rank() ? ObjectCall.given(value) : null, codec, root);
  }

  private Routine routine(
      Collective collective, Algorithm wanted, Reduction reduction, ElementType type, int length) {
    Routine known = routines.take(collective, wanted, reduction, type, length);
    if (known != null) {
      return known;
    }
    Algorithm algorithm = wanted == null ? best(collective, type, length) : wanted;
    return routines.make(collective, wanted, new DenseCall(algorithm, type, length, reduction));
  }

  private Algorithm best(Collective collective, ElementType type, int length) {
    Algorithm best = selector.choose(collective.kind(), size(), length, type.bytes());
    return collective.isRooted() ? new Rerooted(best, collective.root()) : best;
  }

  /** An operation that has only to be run. */
  private Routine ready(
      Collective collective, Algorithm wanted, Slice values, Reduction reduction) {
    reduction.check(values.type(), size());
    Routine routine = routine(collective, wanted, reduction, values.type(), values.length());
    routine.call().hold(values);
    return routine;
  }

  private void run(Routine routine) {
    context.await(routine.operation());
    routines.giveBack(routine);
  }

  private CompletableFuture<Void> runAsync(
      Collective collective, Algorithm wanted, Slice values, Reduction reduction) {
    reduction.check(values.type(), size());
    Routine routine;
    try {
      routine = ready(collective, wanted, values, reduction);
    } catch (RuntimeException | Error e) { // of the caller's algorithm
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    Operation<Void> operation = routine.operation();
    operation.tell(
        result ->
            node.afterTurn(
                () -> {
                  routines.giveBack(routine);
                  done.complete(result);
                }),
        error -> node.afterTurn(() -> done.completeExceptionally(error)));
    node.execute(operation);
    return context.unattended(done);
  }

  private CompletableFuture<SparseVector> start(SparseVector values) {
    SparseSum sum = new SparseSum(values, selector, size());
    Call<Long> count = sum.count();
    return inTurn(done -> protocol.start(count, sum::sum, done));
  }

  private <T> CompletableFuture<T> start(Call<T> call) {
    Operation<T> operation = new Operation<>(call, protocol);
    return inTurn(
        done -> {
          protocol.tell(operation, done);
          operation.run();
        });
  }

  private <T> CompletableFuture<T> inTurn(Consumer<CompletableFuture<T>> starting) {
    CompletableFuture<T> done = new CompletableFuture<>();
    node.execute(
        () -> {
          try {
            starting.accept(done);
          } catch (RuntimeException | Error e) { // of the arguments, or of the caller's algorithm
            node.afterTurn(() -> done.completeExceptionally(e));
          }
        });
    return done;
  }

  /** Leaves the group: for the others this rank is gone. Closing twice does nothing. */
  @Override
  public void close() {
    boolean nodeLeaves = ownsNode;
    node.execute(() -> protocol.close(nodeLeaves));
    whenClosed.run();
    if (nodeLeaves) {
      node.close();
    }
  }
}
