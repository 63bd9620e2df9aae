package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.process.NetOptions.Sharing;

/** Sockets that take only a little at a time: every write and read is cut somewhere. */
class TinyBuffersTransportTest extends NetContract {
  @Override
  NetOptions options() {
    return NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER).withSocketBytes(4096);
  }
}
