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

/** What {@link NetworkOptions} and {@link GroupOptions} mean. */
public final class Networks {

  private Networks() {}

  /** Returns how processes of this machine that this one starts are connected. */
  public static Invitation invitation(NetworkOptions options, Sharing sharing) {
    GroupOptions group = options.group;
    if (group.secretFile != null || options.host != null) {
      throw new IllegalArgumentException("--secret-file and --host go with --join");
    }
    Invitation usual = Invitation.local(sharing);
    Invitation invitation =
        usual
            .withOptions(common(secured(usual.options(), group), options))
            .withJoinTimeout(group.joinTimeout());
    return group.heartbeatTimeout().isEmpty()
        ? invitation
        : invitation.withHeartbeat(heartbeat(group));
  }

  /**
   * Becomes one process of a group.
   *
   * @param journal hears how that goes, such as who is still missing
   */
  public static Worker join(NetworkOptions options, Sharing sharing, Consumer<String> journal)
      throws IOException {
    return Worker.join(
        Endpoint.parse(options.rendezvous), worker(options, sharing).withJournal(journal));
  }

  /** Returns how a process of a group takes part. */
  static Worker.Options worker(NetworkOptions options, Sharing sharing) throws IOException {
    NetOptions net =
        common(connections(options.group), options)
            .withSharing(sharing)
            .withPorts(Ports.parse(options.ports));
    net = options.host == null ? net : net.withHost(options.host);
    return Worker.Options.of(net)
        .withTimeout(options.group.joinTimeout())
        .withHeartbeat(heartbeat(options.group));
  }

  /** What the command line says of processes of this machine as of those of others. */
  private static NetOptions common(NetOptions usual, NetworkOptions options) {
    NetOptions net =
        options.bytesPerSecond == null ? usual : usual.withThrottle(options.bytesPerSecond);
    return options.shmFolder == null
        ? net
        : net.withFolder(new ShmFolder(options.shmFolder.toAbsolutePath()));
  }

  /** Returns how processes of a group trust each other. */
  public static NetOptions connections(GroupOptions group) throws IOException {
    if (group.secretFile == null) {
      throw new IllegalArgumentException("processes that meet at a rendezvous need --secret-file");
    }
    return secured(NetOptions.of(Credentials.read(group.job, group.secretFile)), group);
  }

  private static NetOptions secured(NetOptions net, GroupOptions group) {
    return group.tls == null ? net : net.withTls(tls(group.tls));
  }

  /** Returns when processes of a group are dead to each other. */
  public static Heartbeat heartbeat(GroupOptions group) {
    return group.heartbeatTimeout().map(Heartbeat.DEFAULT::withDeadAfter).orElse(Heartbeat.DEFAULT);
  }

  private static TlsFiles tls(List<Path> files) {
    if (files.size() != 3) {
      throw new IllegalArgumentException("--tls takes three files: CERTIFICATE,KEY,AUTHORITY");
    }
    return new TlsFiles(files.get(0), files.get(1), files.get(2));
  }
}
