package io.papilio.runtime.launch;

import java.util.ArrayList;
import java.util.List;

/** A sink that keeps what it is given, for tests to wait for and to look at. */
final class Lines implements LineSink {
  private record Line(int rank, Stream stream, String text) {}

  private final List<Line> lines = new ArrayList<>();

  @Override
  public synchronized void line(int rank, Stream stream, String text) {
    lines.add(new Line(rank, stream, text));
    notifyAll();
  }

  synchronized List<String> of(int rank, Stream stream) {
    return lines.stream()
        .filter(line -> line.rank == rank && line.stream == stream)
        .map(Line::text)
        .toList();
  }

  /** The n-th line that a worker prints, as soon as it is there. */
  synchronized String await(int rank, int n) throws InterruptedException {
    while (of(rank, Stream.STDOUT).size() <= n) {
      wait();
    }
    return of(rank, Stream.STDOUT).get(n);
  }

  /** The process whose number a worker prints in its n-th line. */
  ProcessHandle awaitProcess(int rank, int n) throws InterruptedException {
    return ProcessHandle.of(Long.parseLong(await(rank, n))).orElseThrow();
  }
}
