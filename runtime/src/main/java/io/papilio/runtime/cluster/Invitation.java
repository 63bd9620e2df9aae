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
 * @param options how it takes part; but it listens where and on what port it likes, and has the
 *     usual sizes of buffers and patience with silence
 * @param joinTimeout how long to wait for the group to form
 * @param heartbeat how long to wait for a sign of life; if it is not there, what suits the number
 *     of processes
 */
public record Invitation(
    Endpoint rendezvous, NetOptions options, Duration joinTimeout, Optional<Heartbeat> heartbeat) {

  /** Returns what processes of this machine are told that are connected by whatever is best. */
  public static Invitation local() {
    return local(Sharing.AUTO);
  }

  /** Returns what processes of this machine are told, with a secret that nobody has guessed. */
  public static Invitation local(Sharing sharing) {
    Credentials credentials = new Credentials("local", Credentials.newSecret());
    return new Invitation(
        Endpoint.at("127.0.0.1", 0),
        NetOptions.of(credentials).withSharing(sharing),
        Rendezvous.JOIN_TIMEOUT,
        Optional.empty());
  }

  public Invitation withRendezvous(Endpoint value) {
    return new Invitation(value, options, joinTimeout, heartbeat);
  }

  public Invitation withOptions(NetOptions value) {
    return new Invitation(rendezvous, value, joinTimeout, heartbeat);
  }

  public Invitation withJoinTimeout(Duration value) {
    return new Invitation(rendezvous, options, value, heartbeat);
  }

  public Invitation withHeartbeat(Heartbeat value) {
    return new Invitation(rendezvous, options, joinTimeout, Optional.of(value));
  }

  /**
   * Returns what the life line says to the process that wants to be this rank, or {@link
   * Hello#ANY}.
   */
  public List<String> lines(int rank) {
    List<String> lines = new ArrayList<>();
    lines.add("rendezvous " + rendezvous);
    lines.add("rank " + rank);
    lines.add("job " + options.credentials().job());
    lines.add("secret " + options.credentials().secret());
    lines.add("sharing " + options.sharing());
    lines.add("folder " + options.folder().path());
    lines.add("throttle " + options.limits().bytesPerSecond());
    lines.add("joinTimeout " + joinTimeout);
    heartbeat.ifPresent(
        beat -> {
          lines.add("interval " + beat.interval());
          lines.add("deadAfter " + beat.deadAfter());
        });
    options
        .tls()
        .ifPresent(
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

  /** Whatever is wrong with the lines is an IllegalArgumentException that says which. */
  static Invitation parse(List<String> lines) {
    Map<String, String> values = values(lines);
    Credentials credentials =
        new Credentials(value(values, "job", text -> text), value(values, "secret", text -> text));
    NetOptions options =
        NetOptions.of(credentials)
            .withSharing(value(values, "sharing", Sharing::valueOf))
            .withFolder(new ShmFolder(value(values, "folder", Path::of)))
            .withThrottle(value(values, "throttle", Double::parseDouble));
    if (values.containsKey("certificate")) {
      options =
          options.withTls(
              new TlsFiles(
                  value(values, "certificate", Path::of),
                  value(values, "key", Path::of),
                  value(values, "authority", Path::of)));
    }
    Invitation invitation =
        new Invitation(
            value(values, "rendezvous", Endpoint::parse),
            options,
            value(values, "joinTimeout", Duration::parse),
            Optional.empty());
    return values.containsKey("interval")
        ? invitation.withHeartbeat(
            new Heartbeat(
                value(values, "interval", Duration::parse),
                value(values, "deadAfter", Duration::parse)))
        : invitation;
  }

  static int rank(List<String> lines) {
    return value(values(lines), "rank", Integer::parseInt);
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

  @Override
  public String toString() {
    return "%s at %s".formatted(options.credentials(), rendezvous);
  }
}
