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
    Invitation usual = Invitation.local(sharing);
    Invitation invitation =
        usual
            .withOptions(common(usual.options(), options))
            .withJoinTimeout(options.timeouts().join());
    return options.timeouts().heartbeat().isEmpty()
        ? invitation
        : invitation.withHeartbeat(heartbeat(options.timeouts()));
  }

  /**
   * Becomes one process of a group.
   *
   * @param journal hears how that goes, such as who is still missing
   */
  public static Worker join(NetworkOptions options, Sharing sharing, Consumer<String> journal)
      throws IOException {
    Path secretFile =
        options
            .secretFile()
            .orElseThrow(() -> new IllegalArgumentException("--join needs --secret-file"));
    NetOptions net =
        common(NetOptions.of(Credentials.read(options.job(), secretFile)), options)
            .withSharing(sharing)
            .withPorts(Ports.parse(options.ports()));
    net = options.host().isEmpty() ? net : net.withHost(options.host().get());
    return Worker.join(
        Endpoint.parse(options.rendezvous()),
        Worker.Options.of(net)
            .withTimeout(options.timeouts().join())
            .withHeartbeat(heartbeat(options.timeouts()))
            .withJournal(journal));
  }

  /** What the command line says of processes of this machine as of those of others. */
  private static NetOptions common(NetOptions usual, NetworkOptions options) {
    NetOptions net = usual.withThrottle(options.bytesPerSecond());
    if (options.shmFolder().isPresent()) {
      net = net.withFolder(new ShmFolder(options.shmFolder().get().toAbsolutePath()));
    }
    return options.tls().isEmpty() ? net : net.withTls(tls(options.tls().get()));
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
