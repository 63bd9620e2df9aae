package io.papilio.spark.variable;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * For lists and arrays of elements of any type, combined pair by pair. What takes long is not the
 * network but making bytes of elements and elements of bytes, so that is done as seldom as possible
 * and on all cores:
 *
 * <pre>
 *            part 0   part 1                     each rank owns a piece of each part
 *   rank 0  [ a | b ][ c | d ]
 *   rank 1  [ a | b ][ c | d ]    1. pieces go to their owner, who combines them, rank by rank
 *             0   1    0   1      2. what the owner has made of them goes to everybody
 * </pre>
 *
 * An element is serialised once where it was committed and once when it is done. Each piece goes
 * its way, serialise, send, receive, deserialise, reduce, without waiting for another: the parallel
 * partitions of Li, Davis and Jarvis, "An Efficient Task-based All-Reduce" (2017).
 */
public final class ElementFold implements Fold {
  private static final long serialVersionUID = 1;

  private final Combine<Object> function;
  private final Class<? extends Object[]> arrays; // null for lists

  @SuppressWarnings("unchecked") // elements are what the function says they are
  private ElementFold(Combine<?> function, Class<? extends Object[]> arrays) {
    this.function = (Combine<Object>) function;
    this.arrays = arrays;
  }

  /** Tasks commit and get lists. */
  public static <E> ElementFold ofLists(Combine<E> function) {
    return new ElementFold(function, null);
  }

  /** Tasks commit and get arrays of this type. */
  @SuppressWarnings("unchecked") // not of a primitive type
  public static <E> ElementFold ofArrays(Combine<E> function, Class<E> type) {
    if (type.isPrimitive()) {
      throw new IllegalArgumentException(
          "an array of %s has no elements that a function could combine: use their class"
              .formatted(type));
    }
    return new ElementFold(function, (Class<? extends Object[]>) type.arrayType());
  }

  /** Sums may be of another class than what was committed, so they have an array for any. */
  @Override
  public Object open(Object vector) {
    if (arrays == null && vector instanceof Collection<?> list) {
      return list.toArray();
    }
    if (arrays != null && arrays.isInstance(vector)) {
      Object[] elements = (Object[]) vector;
      return Arrays.copyOf(elements, elements.length, Object[].class);
    }
    throw new IllegalArgumentException(
        "this variable takes %s, not %s"
            .formatted(
                arrays == null ? "lists" : arrays.getSimpleName(),
                vector == null ? "null" : vector.getClass().getSimpleName()));
  }

  @Override
  public Object wrap(Object result) {
    Object[] elements = (Object[]) result;
    return arrays == null
        ? Collections.unmodifiableList(Arrays.asList(elements))
        : Arrays.copyOf(elements, elements.length, arrays);
  }

  @Override
  public String shape(Object values) {
    return ((Object[]) values).length + " elements";
  }

  @Override
  public List<Range> parts(Object values, int threads) {
    int length = ((Object[]) values).length;
    return IntStream.range(0, threads).mapToObj(i -> Range.part(length, threads, i)).toList();
  }

  @Override
  public void add(Object sum, Object values, Range part) {
    combine((Object[]) sum, (Object[]) values, part);
  }

  private void combine(Object[] into, Object[] from, Range part) {
    for (int i = part.from(); i < part.to(); i++) {
      into[i] = function.apply(into[i], from[i]);
    }
  }

  @Override
  public CompletableFuture<Object> reduce(Sum sum, Communicator comm, Workshop workshop) {
    Parcels parcels = new Parcels(comm.context());
    return CompletableFuture.completedFuture(sum)
        .thenCompose(own -> new Exchange(own, comm, parcels, workshop).run())
        .whenComplete((result, error) -> parcels.close());
  }

  /** One reduction on one rank. */
  private final class Exchange {
    private final Sum sum;
    private final Object[] result;
    private final Communicator comm;
    private final Parcels parcels;
    private final Workshop workshop;

    Exchange(Sum sum, Communicator comm, Parcels parcels, Workshop workshop) {
      this.sum = sum;
      this.result = new Object[((Object[]) sum.values()).length];
      this.comm = comm;
      this.parcels = parcels;
      this.workshop = workshop;
    }

    CompletableFuture<Object> run() {
      List<CompletableFuture<Void>> pieces = new ArrayList<>();
      for (int part = 0; part < sum.parts().size(); part++) {
        for (int rank = 0; rank < comm.size(); rank++) {
          pieces.addAll(rank == comm.rank() ? List.of(make(part)) : swap(part, rank));
        }
      }
      return Futures.all(pieces).thenApply(none -> result);
    }

    private Range range(int part, int rank) {
      Range whole = sum.parts().get(part).range();
      return Range.part(whole.length(), comm.size(), rank).shift(whole.from());
    }

    /** When all that was committed here is in it. */
    private CompletableFuture<Object[]> piece(int part, int rank) {
      Range range = range(part, rank);
      return sum.parts()
          .get(part)
          .added()
          .thenApply(none -> Arrays.copyOfRange((Object[]) sum.values(), range.from(), range.to()));
    }

    private int made(int part) {
      return sum.parts().size() + part;
    }

    /** What another owns: ours goes there, and what becomes of it comes back. */
    private List<CompletableFuture<Void>> swap(int part, int owner) {
      CompletableFuture<Void> sent =
          piece(part, owner)
              .thenAcceptAsync(
                  piece -> parcels.send(owner, part, workshop.codec().encode(piece)),
                  workshop.pool());
      CompletableFuture<Void> back =
          parcels
              .receive(owner, made(part))
              .thenAcceptAsync(
                  bytes -> keep(part, owner, workshop.codec().decode(bytes)), workshop.pool());
      return List.of(sent, back);
    }

    /** What this rank owns, when all others have sent theirs. */
    private CompletableFuture<Void> make(int part) {
      List<CompletableFuture<Object[]>> theirs = new ArrayList<>();
      for (int rank = 0; rank < comm.size(); rank++) {
        theirs.add(
            rank == comm.rank()
                ? piece(part, rank)
                : parcels
                    .receive(rank, part)
                    .thenApplyAsync(workshop.codec()::decode, workshop.pool()));
      }
      return Futures.all(theirs)
          .thenRunAsync(
              () -> {
                Object[] made = theirs.get(0).join();
                for (CompletableFuture<Object[]> next : theirs.subList(1, theirs.size())) {
                  combine(made, next.join(), Range.of(made.length));
                }
                keep(part, comm.rank(), made);
                tell(part, made);
              },
              workshop.pool());
    }

    private void tell(int part, Object[] made) {
      if (comm.size() > 1) {
        byte[] bytes = workshop.codec().encode(made);
        for (int rank = 0; rank < comm.size(); rank++) {
          if (rank != comm.rank()) {
            parcels.send(rank, made(part), bytes);
          }
        }
      }
    }

    private void keep(int part, int owner, Object[] piece) {
      System.arraycopy(piece, 0, result, range(part, owner).from(), piece.length);
    }
  }

  @Override
  public CompletableFuture<Object> copy(
      Object result, String shape, Communicator pair, Workshop workshop) {
    Parcels parcels = new Parcels(pair.context());
    CompletableFuture<Object> copied =
        pair.rank() == 0
            ? CompletableFuture.supplyAsync(
                () -> {
                  parcels.send(1, 0, workshop.codec().encode((Object[]) result));
                  return result;
                },
                workshop.pool())
            : parcels.receive(0, 0).thenApplyAsync(workshop.codec()::decode, workshop.pool());
    return copied.whenComplete((value, error) -> parcels.close());
  }
}
