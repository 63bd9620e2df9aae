package io.papilio.runtime.communicator;

/**
 * How objects of a type become bytes and are made from them again: the user's own, since nothing
 * else can know. Equal objects need not give equal bytes, but what is decoded must be as good as
 * what was encoded.
 *
 * <p>What it throws breaks the communicator. It is used by one thread at a time for each rank;
 * ranks that are threads may share one.
 *
 * <p>While it works, this rank shows no sign of life: if it takes longer for an object than the
 * deadline of the {@link io.papilio.runtime.membership.Heartbeat}, usually ten seconds, the rank is
 * taken for dead.
 */
public interface Codec<T> {
  /** The bytes are not changed by the caller, and must not be later by anybody else. */
  byte[] encode(T value);

  /** The bytes are for this object only. */
  T decode(byte[] bytes);
}
