package io.papilio.runtime.mixing;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.GroupProtocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A parameter server that is spread over the workers, each of which keeps a part of the weights:
 * one rank's end of it.
 *
 * <pre>
 *                 part 0   part 1   part 2
 *   worker 0        +  ←---  Δ       Δ          push: how a worker's step has changed its weights,
 *   worker 1        Δ  ---→  +       Δ                part by part, to who keeps the part
 *   worker 2        Δ        Δ  ---→ +          pull: what the keepers have now
 * </pre>
 *
 * A keeper adds a share of each change, 1/N, when it comes, also while its own worker computes: the
 * node runs in the background. It answers at once, or, under ssp:S, when no worker is more than S
 * iterations behind the one that asks. So a worker waits for messages, but never for the computing
 * of others that are near enough, and what it gets has all its own changes in it.
 *
 * <p>A worker of N sends 2 (N − 1)/N of the weights in an iteration. Who has ended stays until all
 * have, since it keeps a part: then each calls {@link #close}. Waits end like those of the {@link
 * Communicator} it was made from.
 *
 * <p>Li and others: Scaling Distributed Machine Learning with the Parameter Server (2014); Ho and
 * others: More Effective Distributed ML via a Stale Synchronous Parallel Parameter Server (2013).
 */
public final class ParameterServer extends GroupProtocol<Void> {
  private static final int PUSH = FIRST_KIND;
  private static final int ANSWER = PUSH + 1;

  private final int slack;
  private final float[] kept; // the part of this rank
  private final float[] pulled; // all parts, as they were answered
  private final float[] change;
  private final Slice received;
  private final int[] clocks; // how many changes have come of each rank
  private final BitSet asking = new BitSet(); // ranks that this one has not answered yet
  private final BitSet missing = new BitSet(); // ranks that have not answered this one yet
  private final Runnable pushing = () -> guarded(this::push);

  /**
   * All ranks make the same ones in the same order.
   *
   * @param weights of this rank: of its own part, what the server begins with
   * @param consistency how far workers may be apart; ssp:S or asp
   */
  public ParameterServer(Communicator communicator, float[] weights, Consistency consistency) {
    super(communicator, "parameter server", all(communicator.size()));
    if (consistency.slack() == 0 || consistency.barrier()) {
      throw new IllegalArgumentException(
          "a parameter server is for ssp:S, S above 0, and asp; under %s add up by collectives"
              .formatted(consistency));
    }
    Range own = Range.part(weights.length, communicator.size(), communicator.rank());
    this.slack = consistency.slack();
    this.kept = Arrays.copyOfRange(weights, own.from(), own.to());
    this.pulled = weights.clone();
    this.change = new float[weights.length];
    this.received = Slice.of(new float[kept.length]);
    this.clocks = new int[communicator.size()];
    attach();
    node.runInBackground();
  }

  private static BitSet all(int size) {
    BitSet all = new BitSet();
    all.set(0, size);
    return all;
  }

  /**
   * Pushes how these weights have changed since the last time, or since the beginning, and makes
   * them what the keepers have then. If it fails they are what they were.
   */
  public void exchange(float[] weights) {
    for (int i = 0; i < change.length; i++) {
      change[i] = weights[i] - pulled[i];
    }
    await(pushing);
    System.arraycopy(pulled, 0, weights, 0, pulled.length);
  }

  private Range part(int rank) {
    return Range.part(pulled.length, group.size(), rank);
  }

  private void push() {
    if (failure() != null) {
      return;
    }
    missing.set(0, group.size());
    for (int rank = 0; rank < group.size(); rank++) {
      Range part = part(rank);
      Slice piece = Slice.of(change).slice(part.from(), part.to());
      if (rank == group.rank()) {
        add(piece.floats(), piece.offset(), 0, kept.length);
      } else {
        send(rank, PUSH, piece);
      }
    }
    come(group.rank());
  }

  private void add(float[] changes, int offset, int from, int to) {
    float share = 1f / group.size();
    for (int i = from; i < to; i++) {
      kept[i] += share * changes[offset + i - from];
    }
  }

  /** Cuts what one message cannot carry. */
  private void send(int rank, int kind, Slice elements) {
    context.addBytesSent(elements.lengthBytes());
    int most = (int) Math.min(node.transport().maxPayloadBytes() / Float.BYTES, Integer.MAX_VALUE);
    int from = 0;
    do {
      int to = elements.length() - from > most ? from + most : elements.length();
      node.send(
          message(rank, Message.Lane.DATA, kind)
              .sequence(from)
              .more(to < elements.length())
              .payload(elements.slice(from, to)));
      from = to;
    } while (from < elements.length());
  }

  @Override
  protected boolean receive(int source, Message message) {
    int from = message.sequence();
    int to = from + message.payload().length();
    if (message.kind() == PUSH) {
      message.payload().copyTo(received.slice(0, to - from));
      add(received.floats(), received.offset(), from, to);
      if (!message.more()) {
        come(source);
      }
    } else {
      int first = part(source).from();
      message.payload().copyTo(Slice.of(pulled).slice(first + from, first + to));
      missing.set(source, message.more());
    }
    return true;
  }

  /** A change of a rank has come whole: it asks, and others that wait for it may be answered. */
  private void come(int rank) {
    clocks[rank]++;
    asking.set(rank);
    int least = Arrays.stream(clocks).min().orElseThrow();
    for (int each = asking.nextSetBit(0); each >= 0; each = asking.nextSetBit(each + 1)) {
      if (clocks[each] - least <= slack) {
        asking.clear(each);
        answer(each);
      }
    }
  }

  private void answer(int rank) {
    if (rank == group.rank()) {
      System.arraycopy(kept, 0, pulled, part(rank).from(), kept.length);
      missing.clear(rank);
    } else {
      send(rank, ANSWER, Slice.of(kept.clone())); // it changes while that is on its way
    }
  }

  @Override
  protected void tryPending() {
    if (missing.isEmpty()) {
      complete(null);
    }
  }

  @Override
  protected Set<Integer> awaited() {
    return missing.stream().boxed().collect(Collectors.toSet());
  }

  @Override
  protected String purpose() {
    return "answer its change " + clocks[group.rank()];
  }
}
