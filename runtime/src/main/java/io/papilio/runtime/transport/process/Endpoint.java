package io.papilio.runtime.transport.process;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a process is found, in a line of text: {@code 10.0.0.7:4000 memory=5f2a pid=99 cores=64}.
 *
 * @param host a name or an address
 * @param port where it listens
 * @param memory equal for processes that can share memory; empty if it shares none
 * @param pid its number on its host, for people who look for it
 * @param cores what it may use of the cores of its host; 0 if nobody has said
 */
public record Endpoint(String host, int port, String memory, long pid, int cores) {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\[[0-9a-fA-F:.%\\w]+]|[^\\s:\\[\\]]+):(\\d{1,5})"
              + "(?: memory=([0-9a-f]*) pid=(\\d{1,18}) cores=(\\d{1,6}))?");

  /** Of a listening address; an IPv6 address stands in brackets. */
  static Endpoint of(InetSocketAddress address, String memory) {
    String host = address.getAddress().getHostAddress();
    return new Endpoint(
        host.contains(":") ? "[" + host + "]" : host,
        address.getPort(),
        memory,
        ProcessHandle.current().pid(),
        Runtime.getRuntime().availableProcessors());
  }

  /** Where a process listens of which nothing else is known. */
  public static Endpoint at(String host, int port) {
    return new Endpoint(host, port, "", 0, 0);
  }

  /** Also {@code host:port} alone. */
  public static Endpoint parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535) {
      throw new IllegalArgumentException("not an address like host:port: " + text);
    }
    boolean whole = matcher.group(3) != null;
    return new Endpoint(
        matcher.group(1),
        Integer.parseInt(matcher.group(2)),
        whole ? matcher.group(3) : "",
        whole ? Long.parseLong(matcher.group(4)) : 0,
        whole ? Integer.parseInt(matcher.group(5)) : 0);
  }

  InetSocketAddress resolve() throws UnknownHostException {
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new InetSocketAddress(InetAddress.getByName(name), port);
  }

  /** Returns it for people to read. */
  public String describe() {
    return host + ":" + port + (pid == 0 ? "" : ", pid " + pid);
  }

  @Override
  public String toString() {
    return host + ":" + port + " memory=" + memory + " pid=" + pid + " cores=" + cores;
  }
}
