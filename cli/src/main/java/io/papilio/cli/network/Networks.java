package io.papilio.cli.network;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Ports;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What {@link NetworkOptions} mean. */
public final class Networks {

  private Networks() {}

  /** For processes of this machine that this one starts. */
  public static Invitation invitation(NetworkOptions options, Sharing sharing) {
    if (options.secretFile().isPresent() || options.host().isPresent()) {
      throw new IllegalArgumentException("--secret-file and --host go with --join");
    }
    Invitation invitation =
        Invitation.local(sharing)
            .withThrottle(options.bytesPerSecond())
            .withJoinTimeout(options.timeouts().join());
    if (options.timeouts().heartbeat().isPresent()) {
      invitation = invitation.withHeartbeat(heartbeat(options.timeouts()));
    }
    Path folder = options.shmFolder().orElse(invitation.folder());
    invitation = invitation.withFolder(folder.toAbsolutePath());
    return options.tls().isEmpty() ? invitation : invitation.withTls(tls(options.tls().get()));
  }

  /**
   * Becomes one process of a group.
   *
   * @param journal hears how that goes, such as who is still missing
   */
  public static Worker join(NetworkOptions options, Sharing sharing, Consumer<String> journal)
      throws IOException {
    return Worker.join(
        Endpoint.parse(options.rendezvous()), worker(options, sharing).withJournal(journal));
  }

  /** How a process of a group takes part. */
  static Worker.Options worker(NetworkOptions options, Sharing sharing) throws IOException {
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
    return Worker.Options.of(net)
        .withTimeout(options.timeouts().join())
        .withHeartbeat(heartbeat(options.timeouts()));
  }

  public static Heartbeat heartbeat(TimeoutOptions options) {
    return options.heartbeat().map(Heartbeat.DEFAULT::withDeadAfter).orElse(Heartbeat.DEFAULT);
  }

  public static TlsFiles tls(List<Path> files) {
    if (files.size() != 3) {
      throw new IllegalArgumentException("--tls takes three files: CERTIFICATE,KEY,AUTHORITY");
    }
    return new TlsFiles(files.get(0), files.get(1), files.get(2));
  }
}
