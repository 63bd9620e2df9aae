package io.papilio.learn.matrix;

import io.papilio.core.topology.Topology;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.runtime.broadcast.UpdateBroadcast;
import io.papilio.runtime.communicator.Communicator;
import java.nio.ByteBuffer;

/**
 * Factors to everybody: each worker rebuilds and applies the updates of all.
 *
 * <pre>
 *   own factors --encode--> UpdateBroadcast --> others, while the next batch is computed
 *                           UpdateBroadcast --(iteration, rank) order, the own among them--> groups
 *   a group: what is there of one iteration; one step
 * </pre>
 *
 * In step a group is a whole iteration, so that all workers take the same steps. Out of step what
 * comes late is a step of its own, as long as it would have been, and there is one prox for all
 * that has come.
 *
 * <p>P (P − 1) messages of {@link Factors} an iteration on the complete graph.
 */
final class FactorBroadcast implements Exchange {
  /** What may be under way, in updates of each worker: at least, and under asp. */
  private static final int LEAST_UPDATES = 8;

  private static final int FREE_UPDATES = 64;
  private static final long LEAST_CAPACITY = 16 << 20; // for all together, in bytes
  private static final long MOST_CAPACITY = 256 << 20;

  private final UpdateBroadcast broadcast;
  private final MatrixStep matrix;
  private final int rank;
  private final Factors group;
  private final long first; // the step of the broadcast's iteration 0
  private int sent;
  private long groupStep;
  private Factors own; // until it is in a group
  private boolean groupHasOwn;
  private boolean loose; // what came late was applied, without a prox

  FactorBroadcast(StochasticLoop loop, Topology topology, MatrixStep matrix, long first) {
    Matrix shape = matrix.matrix();
    Communicator comm = loop.comm();
    long update = Factors.mostBytes(loop.batch(), shape.rows(), shape.columns());
    long capacity = capacityBytes(update, comm.size(), loop.sync().consistency().slack());
    this.broadcast = new UpdateBroadcast(comm, topology, loop.sync().consistency(), capacity);
    this.matrix = matrix;
    this.rank = comm.rank();
    this.group = new Factors(shape.rows(), shape.columns());
    this.first = first;
  }

  /**
   * Returns the most that updates under way take here, if each has so many bytes: enough for
   * workers that are as far apart as they may be, the one that is computed and the one that is
   * applied. Where that is more than 256 MB, 8 of each worker or as many as fit have to do; 66 of
   * each under asp.
   */
  static long capacityBytes(long update, int workers, int slack) {
    long each = 2L + (slack == Integer.MAX_VALUE ? FREE_UPDATES : slack);
    long least = Math.max(LEAST_CAPACITY, LEAST_UPDATES * workers * update);
    return Math.max(least, Math.min(MOST_CAPACITY, each * (workers * update)));
  }

  @Override
  public void step(long step, Factors factors) {
    broadcast.send(factors.encode());
    own = factors;
    sent++;
    broadcast.receive(sent, this::onUpdate);
    if (own != null) {
      addOwn();
    }
    apply();
    tighten(step);
  }

  private void tighten(long step) {
    if (loose) {
      matrix.end(step);
      loose = false;
    }
  }

  private void onUpdate(int origin, int iteration, ByteBuffer bytes) {
    long step = first + iteration;
    boolean ownIsNext = iteration == sent - 1 && origin > rank;
    if (own != null && ownIsNext) {
      addOwn();
    }
    open(step);
    group.decode(bytes);
  }

  private void addOwn() {
    open(first + sent - 1);
    group.addAll(own);
    groupHasOwn = true;
    own = null;
  }

  private void open(long step) {
    if (step != groupStep) {
      apply();
      groupStep = step;
    }
  }

  private void apply() {
    if (group.size() > 0) {
      matrix.take(group, groupStep);
      loose = true;
    }
    if (groupHasOwn) {
      matrix.finish(groupStep);
      loose = false;
    }
    groupHasOwn = false;
    group.clear();
    groupStep = 0;
  }

  @Override
  public void end() {
    broadcast.drain(this::onUpdate);
    apply();
    tighten(Math.max(1, first + sent - 1));
  }

  @Override
  public void close() {
    broadcast.close();
  }
}
