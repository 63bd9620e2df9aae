package io.papilio.runtime.cluster;

import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Rendezvous;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
    Timeouts timeouts) {

  /**
   * How long to wait for others.
   *
   * @param join for the group to form
   * @param heartbeat for a sign of life; if it is not there, what suits the number of processes
   */
  public record Timeouts(Duration join, Optional<Heartbeat> heartbeat) {}

  /** Returns what processes of this machine are told that are connected by whatever is best. */
  public static Invitation local() {
    return local(Sharing.AUTO);
  }

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
        new Timeouts(Rendezvous.JOIN_TIMEOUT, Optional.empty()));
  }

  public Invitation withRendezvous(Endpoint value) {
    return new Invitation(value, job, secret, sharing, folder, bytesPerSecond, tls, timeouts);
  }

  public Invitation withThrottle(double newBytesPerSecond) {
    return new Invitation(
        rendezvous, job, secret, sharing, folder, newBytesPerSecond, tls, timeouts);
  }

  public Invitation withTls(TlsFiles value) {
    return new Invitation(
        rendezvous, job, secret, sharing, folder, bytesPerSecond, Optional.of(value), timeouts);
  }

  public Invitation withFolder(Path value) {
    return new Invitation(rendezvous, job, secret, sharing, value, bytesPerSecond, tls, timeouts);
  }

  public Invitation withHeartbeat(Heartbeat value) {
    return withTimeouts(new Timeouts(timeouts.join, Optional.of(value)));
  }

  public Invitation withJoinTimeout(Duration value) {
    return withTimeouts(new Timeouts(value, timeouts.heartbeat));
  }

  private Invitation withTimeouts(Timeouts value) {
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

  /**
   * For the process that wants to be this rank, or {@link Hello#ANY}; its life line brings them.
   */
  public List<String> lines(int rank) {
    List<String> lines = new ArrayList<>();
    lines.add("rendezvous " + rendezvous);
    lines.add("rank " + rank);
    lines.add("job " + job);
    lines.add("secret " + secret);
    lines.add("sharing " + sharing);
    lines.add("folder " + folder);
    lines.add("throttle " + bytesPerSecond);
    lines.add("joinTimeout " + timeouts.join);
    timeouts.heartbeat.ifPresent(
        beat -> {
          lines.add("interval " + beat.interval());
          lines.add("deadAfter " + beat.deadAfter());
        });
    tls.ifPresent(
        files -> {
          lines.add("certificate " + files.certificate());
          lines.add("key " + files.key());
          lines.add("authority " + files.authority());
        });
    if (lines.stream().anyMatch(line -> line.contains("\n") || line.contains("\r"))) {
      throw new IllegalArgumentException("a line break in an invitation");
    }
    return lines;
  }

  private static Map<String, String> values(List<String> lines) {
    Map<String, String> values = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space < 0) { // what it says may be a secret
        throw new IllegalArgumentException("an invitation with a line of one word");
      }
      values.put(line.substring(0, space), line.substring(space + 1));
    }
    return values;
  }

  /** Whatever is wrong with the lines is an IllegalArgumentException that says which. */
  static Invitation parse(List<String> lines) {
    Map<String, String> values = values(lines);
    Optional<TlsFiles> files =
        values.containsKey("certificate")
            ? Optional.of(
                new TlsFiles(
                    value(values, "certificate", Path::of),
                    value(values, "key", Path::of),
                    value(values, "authority", Path::of)))
            : Optional.empty();
    Optional<Heartbeat> heartbeat =
        values.containsKey("interval")
            ? Optional.of(
                new Heartbeat(
                    value(values, "interval", Duration::parse),
                    value(values, "deadAfter", Duration::parse)))
            : Optional.empty();
    return new Invitation(
        value(values, "rendezvous", Endpoint::parse),
        value(values, "job", text -> text),
        value(values, "secret", text -> text),
        value(values, "sharing", Sharing::valueOf),
        value(values, "folder", Path::of),
        value(values, "throttle", Double::parseDouble),
        files,
        new Timeouts(value(values, "joinTimeout", Duration::parse), heartbeat));
  }

  private static <T> T value(Map<String, String> values, String key, Function<String, T> parser) {
    String text = values.get(key);
    if (text == null) {
      throw new IllegalArgumentException("an invitation without " + key);
    }
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new IllegalArgumentException("an invitation with %s %s".formatted(key, text), e);
    }
  }

  static int rank(List<String> lines) {
    return value(values(lines), "rank", Integer::parseInt);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "job %s at %s".formatted(job, rendezvous);
  }
}
