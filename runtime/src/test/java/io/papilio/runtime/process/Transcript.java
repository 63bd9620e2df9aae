package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * All that processes have said, by the numbers of their nodes. A test waits for lines, never for
 * time; what does not come fails it and shows everything that did.
 */
final class Transcript {
  /** For what takes moments unless the machine is very busy. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final List<Line> lines = new ArrayList<>();
  private final Map<Integer, Integer> read = new HashMap<>();
  private final long startNanos = System.nanoTime();

  private record Line(int node, long millis, String text) {}

  synchronized void add(int node, String text) {
    lines.add(new Line(node, (System.nanoTime() - startNanos) / 1_000_000, text));
    notifyAll();
  }

  /** The next line of a node that matches; those before it are not looked at again. */
  synchronized String await(int node, String regex) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int from = read.getOrDefault(node, 0);
    while (true) {
      for (; from < lines.size(); from++) {
        Line line = lines.get(from);
        if (line.text.startsWith("wrong")) {
          fail(line.text + this);
        }
        if (line.node == node && line.text.matches(regex)) {
          read.put(node, from + 1);
          return line.text;
        }
      }
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        fail("node " + node + " does not say '" + regex + "'" + this);
      }
      wait(millis);
    }
  }

  /** What a node has said so far that matches. */
  synchronized List<String> of(int node, String regex) {
    return lines.stream()
        .filter(line -> line.node == node && line.text.matches(regex))
        .map(Line::text)
        .toList();
  }

  synchronized List<String> ofAll(String regex) {
    return lines.stream().map(Line::text).filter(text -> text.matches(regex)).toList();
  }

  synchronized void assertNone(Predicate<String> bad) {
    for (Line line : lines) {
      if (bad.test(line.text)) {
        fail(line.text + this);
      }
    }
  }

  /** Of iterations, only the last before something else. */
  @Override
  public synchronized String toString() {
    StringBuilder text = new StringBuilder("\n");
    Map<Integer, Line> iterations = new HashMap<>();
    for (Line line : lines) {
      if (line.text.startsWith("at ")) {
        iterations.put(line.node, line);
      } else {
        Line last = iterations.remove(line.node);
        text.append(last == null ? "" : show(last)).append(show(line));
      }
    }
    iterations.values().forEach(last -> text.append(show(last)));
    return text.toString();
  }

  private static String show(Line line) {
    return "%6d [%d] %s%n".formatted(line.millis, line.node, line.text);
  }
}
