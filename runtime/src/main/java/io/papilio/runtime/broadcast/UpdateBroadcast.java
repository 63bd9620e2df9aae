package io.papilio.runtime.broadcast;

import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.GroupProtocol;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Everybody's updates to everybody, each exactly once: one rank's end of it.
 *
 * <pre>{@code
 * receive(0)  send   receive(1)  send   ...   receive(t)  send   drain
 *
 * origin 0 ---- update t ----> 1 ---- update t ----> 2          down the tree of the origin,
 *          <---- TAKEN t + 1 --   <---- TAKEN t + 1 --          and back up when it was taken
 * }</pre>
 *
 * Each iteration is a {@link #receive} and then a {@link #send}. Updates go along the topology's
 * edges, through relays where it is not complete; they are passed on as they come, also while the
 * caller computes, for the node runs in the background. Clocks are those of the origins: under
 * ssp:S a rank is never more than S iterations ahead of <em>any</em> other when it begins one.
 *
 * <p><b>How much may lie here.</b> Every rank has an equal share of {@code capacityBytes}, at every
 * rank; a share has room for one update, however large. A rank begins an iteration only when its
 * share has room, everywhere, for an update as large as its largest so far. So updates take at most
 * {@code capacityBytes} here, or one of every rank if that is more; and one that is larger than all
 * before it what it is larger by.
 *
 * <p><b>Why it cannot lock up.</b> Relays never wait: the origin has seen to it that there is room
 * wherever an update comes. So only receive and drain wait, and whoever waits to begin iteration t
 * waits for a rank that has not begun it: decision 013 has the proof. It rests on a caller taking
 * updates also while it waits for room, and waiting for that in receive and not in send, where two
 * ranks could wait for each other to take what neither does.
 *
 * <p>A collective call between two iterations is one more reason to wait. After a receive under bsp
 * nothing of the iterations before is left to be taken, so it does no harm there; under ssp and asp
 * ranks meet after {@link #drain}.
 *
 * <p>Waits end like those of the {@link Communicator} it was made from: with an exception on all
 * ranks that names the lost one, never not at all. A rank that closes before it has drained is lost
 * to those who still wait. Whom it leaves without what they wait for may be far from it; but then a
 * neighbour waits too, or soon will, and has a branch to it or from it that has not ended. Calls
 * are made by one thread, or in order.
 */
public final class UpdateBroadcast extends GroupProtocol<UpdateBroadcast.Batch> {
  private static final int UPDATE = FIRST_KIND;
  private static final int END = UPDATE + 1;
  private static final int TAKEN = END + 1;

  private final List<Branch> branches;
  private final Branch own;
  private final Intake intake;
  private final long shareBytes;

  private int sends;
  private int begun;
  private int beginning;
  private volatile long bytesSent;

  /** What is handed over at once; after the last one the caller goes on. */
  record Batch(List<Update> updates, boolean last) {}

  /** Whom updates are handed over to. */
  @FunctionalInterface
  public interface Receiver {
    /** What remains in the buffer, which can only be read, and only now. */
    void onUpdate(int origin, int iteration, ByteBuffer bytes);
  }

  /**
   * All ranks make the same ones in the same order.
   *
   * @param topology connects all ranks, over its period
   * @param consistency bsp, ssp:S or asp
   * @param capacityBytes the most that updates which nobody has taken yet may take here
   */
  public UpdateBroadcast(
      Communicator communicator, Topology topology, Consistency consistency, long capacityBytes) {
    this(
        communicator,
        branches(topology, communicator),
        slack(consistency),
        share(capacityBytes, communicator.size()));
  }

  private UpdateBroadcast(
      Communicator communicator, List<Branch> branches, int slack, long shareBytes) {
    super(communicator, "update broadcast", partners(branches));
    this.branches = branches;
    this.own = branches.get(group.rank());
    this.intake = new Intake(branches.stream().filter(branch -> branch != own).toList(), slack);
    this.shareBytes = shareBytes;
    attach();
    node.runInBackground();
  }

  private static List<Branch> branches(Topology topology, Communicator communicator) {
    return BroadcastTree.all(topology, communicator.size()).stream()
        .map(tree -> new Branch(tree, communicator.rank()))
        .toList();
  }

  private static int slack(Consistency consistency) {
    if (consistency.equals(Consistency.NOTIFY_ACK)
        || consistency.equals(Consistency.BARRIER_ONLY)) {
      throw new IllegalArgumentException(
          "updates are broadcast under bsp, ssp:S or asp, not under " + consistency);
    }
    return consistency.slack();
  }

  private static long share(long capacityBytes, int ranks) {
    if (capacityBytes <= 0) {
      throw new IllegalArgumentException("a capacity of " + capacityBytes + " bytes");
    }
    return capacityBytes / ranks;
  }

  private static BitSet partners(List<Branch> branches) {
    BitSet partners = new BitSet();
    for (Branch branch : branches) {
      partners.set(branch.parent());
      IntStream.of(branch.children()).forEach(partners::set);
    }
    return partners;
  }

  /**
   * Publishes this rank's update of its next iteration, what remains in a buffer, and does not
   * wait. The bytes may change when the call returns; the buffer's position does not.
   */
  public void send(ByteBuffer bytes) {
    if (sends > begun || begun == Intake.ALL) {
      throw new IllegalStateException("no send now: iteration " + sends + " has not begun");
    }
    if (failure() != null) {
      throw failure();
    }
    int iteration = sends++;
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    node.execute(() -> guarded(() -> publish(iteration, Slice.of(copy))));
  }

  /**
   * Waits until this rank may begin an iteration, its next one: under bsp all updates of earlier
   * iterations are here, under ssp:S those of iterations before {@code iteration - S}; and there is
   * room for one more of its own. Hands over, each once, all updates of other ranks of earlier
   * iterations that are here, in (iteration, rank) order; later ones are held back. Only what comes
   * while this rank waits for room, which can be none under bsp, is handed over as it comes.
   */
  public void receive(int iteration, Receiver receiver) {
    begin(iteration);
    handOver(iteration, receiver);
  }

  public CompletableFuture<Void> receiveAsync(int iteration, Receiver receiver) {
    begin(iteration);
    return context.unattended(handOverAsync(iteration, receiver));
  }

  private void begin(int iteration) {
    if (iteration < begun || iteration > sends) {
      throw new IllegalStateException(
          "iteration %d cannot begin now: %d updates were sent%s"
              .formatted(iteration, sends, begun == Intake.ALL ? ", and those were all" : ""));
    }
    begun = iteration;
  }

  /**
   * After the last send: hands over, in the same order, everything that is still to come; returns
   * when all updates of all ranks have been handed over here.
   */
  public void drain(Receiver receiver) {
    end();
    handOver(Intake.ALL, receiver);
  }

  public CompletableFuture<Void> drainAsync(Receiver receiver) {
    end();
    return context.unattended(handOverAsync(Intake.ALL, receiver));
  }

  private void end() {
    if (begun != Intake.ALL) {
      begun = Intake.ALL;
      node.execute(() -> guarded(this::publishEnd));
    }
  }

  /** Bytes of payload that this rank has handed to others, those of others among them. */
  public long bytesSent() {
    return bytesSent;
  }

  /** What updates take here, as far as it counts. */
  long heldBytes() {
    return branches.stream().mapToLong(Branch::heldBytes).sum();
  }

  private void handOver(int iteration, Receiver receiver) {
    Batch batch;
    do {
      batch = await(() -> beginning = iteration);
      handOver(batch, receiver);
    } while (!batch.last);
  }

  private CompletableFuture<Void> handOverAsync(int iteration, Receiver receiver) {
    return start(() -> beginning = iteration)
        .thenCompose(
            batch -> {
              handOver(batch, receiver);
              return batch.last
                  ? CompletableFuture.completedFuture(null)
                  : handOverAsync(iteration, receiver);
            });
  }

  /** An error here is everybody's: the others would wait for us. */
  private void handOver(Batch batch, Receiver receiver) {
    try {
      for (Update update : batch.updates) {
        receiver.onUpdate(update.origin(), update.iteration(), update.buffer());
      }
    } catch (RuntimeException | Error e) {
      node.execute(() -> context.fail(e));
      throw e;
    }
    node.execute(() -> guarded(this::take));
  }

  private void take() {
    branches.stream().filter(Branch::take).forEach(this::tellTaken);
  }

  /** Gives the caller what it waits for, if that is here. */
  @Override
  protected void tryPending() {
    List<Update> updates = intake.take(beginning);
    boolean last = intake.isOpen(beginning) && hasRoom();
    if (last || !updates.isEmpty()) {
      complete(new Batch(updates, last));
    }
  }

  @Override
  protected boolean needs(int rank) {
    return branches.stream().anyMatch(branch -> branch.lacks(rank));
  }

  @Override
  protected Set<Integer> awaited() {
    return intake.isOpen(beginning) ? own.behind() : intake.awaited(beginning);
  }

  @Override
  protected String purpose() {
    return intake.isOpen(beginning) ? "take its updates" : "pass theirs on";
  }

  /** Whether an update of this rank may follow; who has sent that of the iteration needs none. */
  private boolean hasRoom() {
    return beginning != own.here() || own.hasRoom(shareBytes);
  }

  private void publish(int iteration, Slice update) {
    if (failure() == null) {
      own.publish(update);
      int most = (int) Math.min(node.transport().maxPayloadBytes(), Integer.MAX_VALUE);
      int from = 0;
      do {
        int to = update.length() - from > most ? from + most : update.length();
        pass(own, iteration, update.length(), update.slice(from, to));
        from = to;
      } while (from < update.length());
      own.take();
    }
  }

  private void publishEnd() {
    if (failure() == null) {
      own.end(own.here());
      passEnd(own);
    }
  }

  /** Pieces of one update go in order, behind each other: nothing says where they belong. */
  private void pass(Branch branch, long iteration, long length, Slice piece) {
    for (int child : branch.children()) {
      bytesSent += piece.lengthBytes();
      context.addBytesSent(piece.lengthBytes());
      node.send(
          message(child, Message.Lane.DATA, UPDATE, branch.origin())
              .operation(iteration)
              .digest(length)
              .payload(piece));
    }
  }

  private void passEnd(Branch branch) {
    for (int child : branch.children()) {
      node.send(message(child, Message.Lane.DATA, END, branch.origin()).operation(branch.here()));
    }
  }

  /** Does not wait behind data: it may be all that the origin waits for, if it goes on. */
  private void tellTaken(Branch branch) {
    if (branch != own && branch.clock() != Intake.ALL && failure() == null) {
      node.send(
          message(branch.parent(), Message.Lane.CONTROL, TAKEN, branch.origin())
              .operation(branch.done()));
    }
  }

  private Message message(int rank, Message.Lane lane, int kind, int origin) {
    return message(rank, lane, kind).sequence(origin);
  }

  @Override
  protected boolean receive(int source, Message message) {
    Branch branch = branches.get(message.sequence());
    if (message.kind() == TAKEN) {
      if (branch.doneBelow(source, message.operation())) {
        tellTaken(branch);
      }
    } else if (source != branch.parent()) {
      throw new IllegalStateException(
          "updates of rank %d come from rank %d, not from %d: the topologies differ"
              .formatted(branch.origin(), source, branch.parent()));
    } else if (message.kind() == END) {
      branch.end(message.operation());
      passEnd(branch);
    } else {
      long iteration = message.operation();
      Slice piece = branch.add(iteration, message.digest(), message.payload());
      pass(branch, iteration, message.digest(), piece);
    }
    return true;
  }
}
