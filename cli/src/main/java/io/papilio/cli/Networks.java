package io.papilio.cli;

import io.papilio.runtime.comm.Invitation;
import io.papilio.runtime.comm.Worker;
import io.papilio.runtime.transport.net.Credentials;
import io.papilio.runtime.transport.net.Endpoint;
import io.papilio.runtime.transport.net.NetOptions;
import io.papilio.runtime.transport.net.NetOptions.Ports;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What {@link NetworkOptions} mean. */
final class Networks {

  private Networks() {}

  /** For processes of this machine that this one starts. */
  static Invitation invitation(NetworkOptions options, Sharing sharing) {
    if (options.secretFile().isPresent() || options.host().isPresent()) {
      throw new IllegalArgumentException("--secret-file and --host go with --join");
    }
    Invitation invitation = Invitation.local(sharing).withThrottle(options.bytesPerSecond());
    Path folder = options.shmFolder().orElse(invitation.folder());
    invitation = invitation.withFolder(folder.toAbsolutePath());
    return options.tls().isEmpty() ? invitation : invitation.withTls(tls(options.tls().get()));
  }

  /** Becomes one process of a group. */
  static Worker join(NetworkOptions options, Sharing sharing) throws IOException {
    Path secretFile =
        options
            .secretFile()
            .orElseThrow(() -> new IllegalArgumentException("--join needs --secret-file"));
    NetOptions net =
        NetOptions.of(Credentials.read(options.job(), secretFile))
            .withSharing(sharing)
            .withPorts(Ports.parse(options.ports()))
            .withThrottle(options.bytesPerSecond());
    if (options.shmFolder().isPresent()) {
      net = net.withFolder(new ShmFolder(options.shmFolder().get()));
    }
    net = options.host().isEmpty() ? net : net.withHost(options.host().get());
    net = options.tls().isEmpty() ? net : net.withTls(tls(options.tls().get()).load());
    return Worker.join(Endpoint.parse(options.rendezvous()), net);
  }

  static TlsFiles tls(List<Path> files) {
    if (files.size() != 3) {
      throw new IllegalArgumentException("--tls takes three files: CERTIFICATE,KEY,AUTHORITY");
    }
    return new TlsFiles(files.get(0), files.get(1), files.get(2));
  }
}
