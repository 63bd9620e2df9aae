package io.papilio.runtime.transport.net;

import io.papilio.runtime.transport.net.NetOptions.Sharing;

class TcpTransportTest extends NetContract {
  @Override
  NetOptions options() {
    return NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER);
  }
}
