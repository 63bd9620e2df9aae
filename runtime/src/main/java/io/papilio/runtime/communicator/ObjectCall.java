package io.papilio.runtime.communicator;

import io.papilio.core.algorithm.BinomialBroadcast;
import io.papilio.core.algorithm.ReduceBroadcast;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Rerooted;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.exec.Store;
import java.util.function.BinaryOperator;

/**
 * An operation on one object of each rank. What all get is made once and then copied: two ranks
 * that combine the same objects need not come to the same bytes.
 */
record ObjectCall<T>(Algorithm algorithm, String name, ObjectStore<T> object) implements Call<T> {

  static <T> ObjectCall<T> allReduce(
      T value, Codec<T> codec, BinaryOperator<T> operator, String name) {
    return new ObjectCall<>(
        new ReduceBroadcast(), name, new ObjectStore<>(given(value), codec, operator));
  }

  static <T> ObjectCall<T> broadcast(T value, Codec<T> codec, int root) {
    return new ObjectCall<>(
        new Rerooted(new BinomialBroadcast(), root),
        "copying",
        new ObjectStore<>(
            value,
            codec,
            (own, received) -> {
              throw new IllegalStateException("nothing is to be reduced here");
            }));
  }

  static <T> T given(T value) {
    if (value == null) {
      throw new IllegalArgumentException("no object was given");
    }
    return value;
  }

  @Override
  public int length() {
    return 1;
  }

  @Override
  public String describe(int size) {
    return "%s %s of an object by %s over %d ranks"
        .formatted(algorithm.collective(), algorithm.name(), name, size);
  }

  @Override
  public Store store(Scratch spare) {
    return object;
  }

  @Override
  public T finish(int rank, int size) {
    return object.result();
  }
}
