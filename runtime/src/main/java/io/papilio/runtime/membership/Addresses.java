package io.papilio.runtime.membership;

import java.util.LinkedHashMap;
import java.util.Map;

/** Nodes, in the order of their ranks, and where they are, as text: a node a line. */
public final class Addresses {
  private Addresses() {}

  public static String text(Map<Integer, String> addresses) {
    StringBuilder text = new StringBuilder();
    addresses.forEach(
        (node, address) -> text.append(node).append(' ').append(address).append('\n'));
    return text.toString();
  }

  /** Or an IllegalArgumentException, if it is nothing of the kind. */
  public static Map<Integer, String> parse(String text) {
    Map<Integer, String> addresses = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      String[] parts = line.split(" ", 2);
      if (parts.length < 2 || addresses.put(Integer.parseInt(parts[0]), parts[1]) != null) {
        throw new IllegalArgumentException("not a node and where it is: " + line);
      }
    }
    return addresses;
  }
}
