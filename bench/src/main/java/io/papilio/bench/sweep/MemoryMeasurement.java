package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Source;
import io.papilio.learn.job.EventStream;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingJob;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of each process of a training, which is told a {@code spec}: the heap that its rows
 * take, after garbage collections before and after they are read, and what is resident at most.
 */
final class MemoryMeasurement implements Measurement {
  private static final double MEGABYTE = 1e6;

  /** What a process found out. */
  private record Found(double rowsBytes, double entries, double residentBytes) {}

  @Override
  public List<Map<String, Object>> measure(JsonNode told) throws IOException, InterruptedException {
    TrainingSpec spec = TrainingMeasurement.spec(told);
    int workers = spec.place().workers();
    List<Found> found = new ArrayList<>();
    EventStream<Found> events =
        new EventStream<>(
            Found.class, found::add, (rank, stream, line) -> System.err.println(line));
    try (ProcessCluster cluster =
        ProcessCluster.start(
            workers,
            Invitation.local(),
            ProcessCluster.task(PeakTask.class, List.of(Json.encode(spec))),
            events)) {
      cluster.await();
    }
    if (found.size() != workers) {
      throw new IllegalStateException("%d of %d told".formatted(found.size(), workers));
    }
    double rows = found.stream().mapToDouble(Found::rowsBytes).sum();
    double resident = found.stream().mapToDouble(Found::residentBytes).sum();
    double entries = found.stream().mapToDouble(Found::entries).sum();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("nonZeros", entries);
    figures.put("rowsMegabytesEach", rows / workers / MEGABYTE);
    figures.put("rowsMegabytesTogether", rows / MEGABYTE);
    figures.put("rowsBytesPerNonZero", rows / entries);
    figures.put("residentMegabytesEach", resident / workers / MEGABYTE);
    figures.put("residentMegabytesTogether", resident / MEGABYTE);
    return List.of(figures);
  }

  /** A worker that tells what its rows and all of it take. */
  public static final class PeakTask implements ProcessTask {
    private static final Path STATUS = Path.of("/proc/self/status");

    @Override
    public void run(Communicator comm, List<String> arguments) throws Exception {
      TrainingSpec spec = Json.decode(arguments.get(0), TrainingSpec.class);
      Weighed data = new Weighed(TrainingData.of(spec));
      new TrainingJob(spec, data, TrainingListener.NONE).run(comm, 0);
      EventStream.print(new Found(data.bytes, data.entries, residentBytes()));
    }

    private static double residentBytes() throws IOException {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> 1024 * Double.parseDouble(line.split("\\s+")[1]))
          .findFirst()
          .orElse(Double.NaN);
    }
  }

  /** Weighs rows when they are there. */
  private static final class Weighed implements TrainingData {
    private static final int COLLECTIONS = 3; // the first may leave what was about to die

    private final TrainingData data;
    private double bytes;
    private long entries;

    Weighed(TrainingData data) {
      this.data = data;
    }

    @Override
    public Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException {
      double before = used();
      Source.Loaded rows = data.rows(comm, loading);
      bytes = used() - before;
      entries = rows.entries();
      return rows;
    }

    @Override
    public Source.Loaded tests(Communicator comm, Features features, Loading loading)
        throws InterruptedException {
      return data.tests(comm, features, loading);
    }

    private static double used() {
      for (int i = 0; i < COLLECTIONS; i++) {
        System.gc();
      }
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
  }
}
