package io.papilio.runtime.communicator;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.exec.Pieces;
import io.papilio.runtime.exec.Store;
import io.papilio.runtime.transport.Slice;
import java.util.Objects;
import java.util.function.BinaryOperator;

/**
 * One object, at the only position of a vector. It is kept as it last came: as a value that was
 * combined here, or as the bytes of one that was combined elsewhere.
 *
 * <pre>
 *            read: encode
 *   value  --------------->  bytes ~~~~> to a peer
 *     ^                        ^
 *     | REDUCE: decode,        | COPY
 *     |         combine        |
 *     ~~~~~~~~~~ bytes of a peer
 * </pre>
 */
final class ObjectStore<T> implements Store {
  private final Codec<T> codec;
  private final BinaryOperator<T> operator;
  private final Pieces pieces = new Pieces();
  private T value;
  private byte[] bytes;

  /** Without a value if another rank's is to be copied. */
  ObjectStore(T value, Codec<T> codec, BinaryOperator<T> operator) {
    this.value = value;
    this.codec = codec;
    this.operator = operator;
  }

  @Override
  public Slice read(Range range) {
    return range.isEmpty() ? Slice.EMPTY : Slice.of(encoded());
  }

  @Override
  public void receive(Step step, int offset, Slice piece, boolean more) {
    Slice received = pieces.add(offset, piece);
    if (more || step.range().isEmpty()) {
      return;
    }
    if (step.kind() == Step.Kind.COPY) {
      bytes = received.copy().bytes();
      value = null;
    } else {
      T own = value == null ? codec.decode(bytes) : value;
      T combined = operator.apply(own, codec.decode(received.copy().bytes()));
      value = Objects.requireNonNull(combined, "objects were combined to nothing");
      bytes = null;
    }
  }

  private byte[] encoded() {
    if (bytes == null) {
      bytes = Objects.requireNonNull(codec.encode(value), "a codec has encoded nothing");
    }
    return bytes;
  }

  /** Always of the bytes, also where it was combined: all ranks get the same. */
  T result() {
    return Objects.requireNonNull(codec.decode(encoded().clone()), "a codec has decoded nothing");
  }
}
