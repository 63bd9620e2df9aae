package io.papilio.runtime.transport;

import java.util.function.Predicate;

/**
 * One node's way to reach the others: ordered, reliable messages, and mailboxes.
 *
 * <p>No call blocks except {@link #await}. A node sends at will; everything that happens to it —
 * messages, returned messages, lost peers — waits until it is asked for by {@link #poll}, on the
 * polling thread. One thread at a time may poll; {@link #send}, {@link #put}, {@link
 * Message#release} and {@link #wake} are safe from any thread.
 *
 * <p>Between two nodes each {@linkplain Message.Lane lane} keeps its order; between different pairs
 * there is none. A message on the data lane arrives after the puts that were made before it.
 */
public interface Transport extends AutoCloseable {
  /** The node that hands out membership; it takes part in nothing else. */
  int RENDEZVOUS = -1;

  /** What a transport tells its node. */
  interface Receiver {
    /** A message has arrived; whoever gets it releases it. */
    void onMessage(Message message);

    /** A message of ours is done with: its payload may change again. */
    void onReleased(Message message);

    /** Nothing more will come from a node. */
    void onLost(Loss loss);

    /** A link to a node broke; whether the node is lost is for others to find out. */
    default void onSuspect(int node, String reason) {
      onLost(new Loss(node, false, reason));
    }
  }

  /** A node that has gone: in an orderly way, after all it had to send, or not. */
  record Loss(int node, boolean orderly, String reason) {}

  /** This node's number, from 0; or {@link #RENDEZVOUS}. */
  int node();

  /** Where others find this node, for transports that need to know it. */
  default String address() {
    return "";
  }

  /** Where another node is found. */
  default void learn(int node, String address) {}

  /** Where another node is, for people to read; nothing if that is not known. */
  default String whereabouts(int node) {
    return "";
  }

  /** A node is lost: what waits for it is given up, and it is not spoken to any more. */
  default void drop(int node) {}

  /** Whether there is a link with a node by which this one will hear that it leaves. */
  default boolean isLinked(int node) {
    return true;
  }

  /** The most that a message can carry. */
  default long maxPayloadBytes() {
    return Long.MAX_VALUE;
  }

  /** The transport's own time, from 0, which all deadlines are counted in. */
  long nanoTime();

  /**
   * Sends a message. Its payload must not change until it is released; if this returns true that
   * has happened already, and it is not told of any more.
   */
  boolean send(Message message);

  /** Whether receivers read the sender's own memory, and not a copy. */
  default boolean lends() {
    return true;
  }

  /**
   * Gives up what was sent and has not left yet: it is not released, but its payload may change.
   * Does nothing in transports where messages leave at once.
   */
  default void withdraw(Predicate<Message> which) {}

  /**
   * Overwrites this node's mailbox at the target; the elements may change when the call returns.
   */
  void put(int target, long channel, long version, Slice elements);

  /** The mailbox here that {@code source} puts into, for one channel and elements of this shape. */
  Mailbox mailbox(int source, long channel, ElementType type, int length);

  /** Gives up the mailboxes here of a channel that is not used any more. */
  void forget(long channel);

  /**
   * Tells the receiver what has happened, or a part of it if it is much; returns whether there was
   * anything.
   */
  boolean poll(Receiver receiver);

  /**
   * Blocks until there is something to poll, {@link #wake} is called, the thread is interrupted, or
   * the transport's time has come to {@code untilNanos}.
   */
  void await(long untilNanos);

  /** Ends an {@link #await}, now or the next one. */
  void wake();

  /**
   * A transport that has no threads drives its nodes itself: it calls {@code turn} whenever there
   * is something to poll or an {@link #alarm} is due, and returns true. Others return false.
   */
  default boolean drive(Runnable turn) {
    return false;
  }

  /** For a transport that drives its nodes: the next time at which this one wants a turn. */
  default void alarm(long atNanos) {}

  /** Leaves in an orderly way: the others get what was sent, and then a {@link Loss}. */
  @Override
  void close();
}
