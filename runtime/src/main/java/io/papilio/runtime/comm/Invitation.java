package io.papilio.runtime.comm;

import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.net.Credentials;
import io.papilio.runtime.transport.net.Endpoint;
import io.papilio.runtime.transport.net.NetOptions;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a process has to know to become one of a group, as lines of text for its life line.
 *
 * @param bytesPerSecond a limit for each link, or 0
 */
public record Invitation(
    Endpoint rendezvous,
    String job,
    String secret,
    Sharing sharing,
    Path folder,
    double bytesPerSecond,
    Optional<TlsFiles> tls,
    Heartbeat heartbeat) {

  /** What processes of this machine are told unless somebody wants something else. */
  public static Invitation local(Sharing sharing) {
    return new Invitation(
        new Endpoint("127.0.0.1", 0, "", 0),
        "local",
        Credentials.newSecret(),
        sharing,
        ShmFolder.usual().path(),
        0,
        Optional.empty(),
        Heartbeat.DEFAULT);
  }

  public Invitation withRendezvous(Endpoint value) {
    return new Invitation(value, job, secret, sharing, folder, bytesPerSecond, tls, heartbeat);
  }

  public Invitation withThrottle(double newBytesPerSecond) {
    return new Invitation(
        rendezvous, job, secret, sharing, folder, newBytesPerSecond, tls, heartbeat);
  }

  public Invitation withTls(TlsFiles value) {
    return new Invitation(
        rendezvous, job, secret, sharing, folder, bytesPerSecond, Optional.of(value), heartbeat);
  }

  public Invitation withFolder(Path value) {
    return new Invitation(rendezvous, job, secret, sharing, value, bytesPerSecond, tls, heartbeat);
  }

  public Invitation withHeartbeat(Heartbeat value) {
    return new Invitation(rendezvous, job, secret, sharing, folder, bytesPerSecond, tls, value);
  }

  /** How the process that accepts it takes part. */
  public NetOptions options() {
    NetOptions options =
        NetOptions.of(new Credentials(job, secret))
            .withSharing(sharing)
            .withFolder(new ShmFolder(folder))
            .withThrottle(bytesPerSecond);
    return tls.isEmpty() ? options : options.withTls(tls.get().load());
  }

  /** For the process that is to be this rank. */
  List<String> lines(int rank) {
    List<String> lines = new ArrayList<>();
    lines.add("rendezvous " + rendezvous);
    lines.add("rank " + rank);
    lines.add("job " + job);
    lines.add("secret " + secret);
    lines.add("sharing " + sharing);
    lines.add("folder " + folder);
    lines.add("throttle " + bytesPerSecond);
    lines.add("interval " + heartbeat.interval());
    lines.add("deadAfter " + heartbeat.deadAfter());
    tls.ifPresent(
        files -> {
          lines.add("certificate " + files.certificate());
          lines.add("key " + files.key());
          lines.add("authority " + files.authority());
        });
    return lines;
  }

  private static Map<String, String> values(List<String> lines) {
    Map<String, String> values = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space < 0) {
        throw new IllegalArgumentException("not part of an invitation: " + line);
      }
      values.put(line.substring(0, space), line.substring(space + 1));
    }
    return values;
  }

  static Invitation parse(List<String> lines) {
    Map<String, String> values = values(lines);
    Optional<TlsFiles> files =
        Optional.ofNullable(values.get("certificate"))
            .map(
                certificate ->
                    new TlsFiles(
                        Path.of(certificate),
                        Path.of(values.get("key")),
                        Path.of(values.get("authority"))));
    return new Invitation(
        Endpoint.parse(values.get("rendezvous")),
        values.get("job"),
        values.get("secret"),
        Sharing.valueOf(values.get("sharing")),
        Path.of(values.get("folder")),
        Double.parseDouble(values.get("throttle")),
        files,
        new Heartbeat(
            Duration.parse(values.get("interval")), Duration.parse(values.get("deadAfter"))));
  }

  static int rank(List<String> lines) {
    return Integer.parseInt(values(lines).get("rank"));
  }
}
