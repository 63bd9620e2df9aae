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
    if (options.secretFile != null || options.host != null) {
      throw new IllegalArgumentException("--secret-file and --host go with --join");
    }
    Invitation invitation =
        Invitation.local(sharing)
            .withThrottle(bytesPerSecond(options))
            .withJoinTimeout(options.timeouts.join());
    if (options.timeouts.heartbeat().isPresent()) {
      invitation = invitation.withHeartbeat(heartbeat(options.timeouts));
    }
    Path folder = options.shmFolder == null ? invitation.folder() : options.shmFolder;
    invitation = invitation.withFolder(folder.toAbsolutePath());
    return options.tls == null ? invitation : invitation.withTls(tls(options.tls));
  }

  /**
   * Becomes one process of a group.
   *
   * @param journal hears how that goes, such as who is still missing
   */
  public static Worker join(NetworkOptions options, Sharing sharing, Consumer<String> journal)
      throws IOException {
    if (options.secretFile == null) {
      throw new IllegalArgumentException("--join needs --secret-file");
    }
    NetOptions net =
        NetOptions.of(Credentials.read(options.job, options.secretFile))
            .withSharing(sharing)
            .withPorts(Ports.parse(options.ports))
            .withThrottle(bytesPerSecond(options));
    if (options.shmFolder != null) {
      net = net.withFolder(new ShmFolder(options.shmFolder));
    }
    net = options.host == null ? net : net.withHost(options.host);
    net = options.tls == null ? net : net.withTls(tls(options.tls).load());
    return Worker.join(
        Endpoint.parse(options.join),
        Worker.Options.of(net)
            .withTimeout(options.timeouts.join())
            .withHeartbeat(heartbeat(options.timeouts))
            .withJournal(journal));
  }

  private static double bytesPerSecond(NetworkOptions options) {
    return options.throttle == null ? 0 : options.throttle;
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
