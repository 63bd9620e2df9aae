package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.process.NetOptions.Sharing;

class TcpTransportTest extends NetContract {
  @Override
  NetOptions options() {
    return NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER);
  }
}
