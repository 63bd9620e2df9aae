package io.papilio.spark;

import io.papilio.runtime.communicator.Codec;
import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** By the serialiser that Spark is configured with; each thread has one of its own. */
final class ElementCodec implements Codec<Object[]> {
  private static final ClassTag<Object[]> ELEMENTS = ClassTag$.MODULE$.apply(Object[].class);

  private final ThreadLocal<SerializerInstance> serializers =
      ThreadLocal.withInitial(() -> SparkEnv.get().serializer().newInstance());

  private final Meters meters;

  ElementCodec(Meters meters) {
    this.meters = meters;
  }

  @Override
  public byte[] encode(Object[] elements) {
    long start = System.nanoTime();
    ByteBuffer buffer = serializers.get().serialize(elements, ELEMENTS);
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    meters.serialiseNanos.add(System.nanoTime() - start);
    return bytes;
  }

  @Override
  public Object[] decode(byte[] bytes) {
    long start = System.nanoTime();
    Object[] elements = serializers.get().deserialize(ByteBuffer.wrap(bytes), ELEMENTS);
    meters.deserialiseNanos.add(System.nanoTime() - start);
    return elements;
  }
}
