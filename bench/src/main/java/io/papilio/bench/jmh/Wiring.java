package io.papilio.bench.jmh;

import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.local.LocalNetwork;
import io.papilio.runtime.transport.process.Admission;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.process.NetTransport;
import java.io.IOException;
import java.util.List;

/** What connects two ranks of this JVM: as threads are connected, or as processes are. */
public enum Wiring {
  INPROC,
  SHM,
  TCP;

  /** Nodes 0 and 1, which know of each other. */
  List<Transport> pair() throws IOException {
    if (this == INPROC) {
      LocalNetwork network = new LocalNetwork(2);
      return List.of(network.transport(0), network.transport(1));
    }
    NetOptions options = options();
    NetTransport first = NetTransport.open(0, options, Admission.NUMBERED);
    NetTransport second = NetTransport.open(1, options, Admission.NUMBERED);
    first.learn(1, second.address());
    second.learn(0, first.address());
    return List.of(first, second);
  }

  /** How the ranks take part as if they were processes. */
  NetOptions options() {
    Credentials credentials = new Credentials("bench", Credentials.newSecret());
    return NetOptions.of(credentials).withSharing(this == SHM ? Sharing.ALWAYS : Sharing.NEVER);
  }
}
