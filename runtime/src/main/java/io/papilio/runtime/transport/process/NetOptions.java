package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.time.Duration;
import java.util.Optional;

/**
 * How a process takes part; the defaults do for most.
 *
 * @param sharing whether processes of a host share memory
 * @param folder where they do
 * @param host the address to listen on; if none, the one that reaches the rendezvous
 * @param ports where to listen
 * @param tls if there, all connections are encrypted, and both sides show certificates
 * @param limits of each link
 */
public record NetOptions(
    Credentials credentials,
    Sharing sharing,
    ShmFolder folder,
    Optional<String> host,
    Ports ports,
    Optional<TlsFiles> tls,
    Limits limits) {

  /**
   * What a link may do.
   *
   * @param bytesPerSecond how fast it may be, or 0
   * @param silence how long a worker may not be heard on a socket before that counts as broken;
   *     zero is for ever
   * @param socketBytes the size of the sockets' own buffers, or 0 for the system's choice
   */
  public record Limits(double bytesPerSecond, Duration silence, int socketBytes) {
    static final Limits USUAL = new Limits(0, Duration.ofSeconds(20), 0);
  }

  /** What frames travel through. */
  public enum Sharing {
    /** Shared memory where both processes see it, else sockets. */
    AUTO,
    /** Shared memory, or an error. */
    ALWAYS,
    /** Sockets. */
    NEVER
  }

  /** A range of ports, both ends included; 0 to 0 is any port. */
  public record Ports(int first, int last) {
    public static final Ports ANY = new Ports(0, 0);

    public Ports {
      if (first < 0 || last < first || last > 65535) {
        throw new IllegalArgumentException("no ports %d-%d".formatted(first, last));
      }
    }

    /** Like {@code 4000} or {@code 4000-4099}. */
    public static Ports parse(String text) {
      if (!text.matches("\\d{1,5}(-\\d{1,5})?")) {
        throw new IllegalArgumentException("not a port or a range like 4000-4099: " + text);
      }
      String[] ends = text.split("-");
      return new Ports(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }
  }

  public static NetOptions of(Credentials credentials) {
    return new NetOptions(
        credentials,
        Sharing.AUTO,
        ShmFolder.usual(),
        Optional.empty(),
        Ports.ANY,
        Optional.empty(),
        Limits.USUAL);
  }

  public NetOptions withSharing(Sharing value) {
    return new NetOptions(credentials, value, folder, host, ports, tls, limits);
  }

  public NetOptions withFolder(ShmFolder value) {
    return new NetOptions(credentials, sharing, value, host, ports, tls, limits);
  }

  public NetOptions withHost(String value) {
    return new NetOptions(credentials, sharing, folder, Optional.of(value), ports, tls, limits);
  }

  public NetOptions withPorts(Ports value) {
    return new NetOptions(credentials, sharing, folder, host, value, tls, limits);
  }

  public NetOptions withTls(TlsFiles value) {
    return new NetOptions(credentials, sharing, folder, host, ports, Optional.of(value), limits);
  }

  public NetOptions withThrottle(double bytesPerSecond) {
    return withLimits(new Limits(bytesPerSecond, limits.silence, limits.socketBytes));
  }

  public NetOptions withSilence(Duration value) {
    return withLimits(new Limits(limits.bytesPerSecond, value, limits.socketBytes));
  }

  public NetOptions withSocketBytes(int value) {
    return withLimits(new Limits(limits.bytesPerSecond, limits.silence, value));
  }

  private NetOptions withLimits(Limits value) {
    return new NetOptions(credentials, sharing, folder, host, ports, tls, value);
  }
}
