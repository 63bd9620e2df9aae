package io.papilio.runtime.broadcast;

import io.papilio.runtime.transport.Slice;
import java.nio.ByteBuffer;

/** What a rank has sent in one of its iterations. */
record Update(int origin, int iteration, Slice bytes) {

  /** For callers: it may still be on its way to others, so they can only read it. */
  ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes.bytes(), bytes.offset(), bytes.length()).asReadOnlyBuffer();
  }
}
