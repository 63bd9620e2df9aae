package io.papilio.cli.collective;

import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Table;
import io.papilio.core.draw.TopologyPicture;
import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.lab.plan.TopologyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code papilio graph}: what a mixing topology looks like and how fast it mixes. */
@Command(
    name = "graph",
    description = {
      "Show whom each worker sends to in a mixing topology, and how fast the topology mixes.",
      "",
      "The spectral gap is that of the mixing matrix over one period, from 0 (some workers never"
          + " meet) to 1 (after one period all hold the mean). Workers keep the mean only if the"
          + " matrix is doubly stochastic, and agree in the end only if the graph is strongly"
          + " connected.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio graph butterfly --workers 16",
      "  papilio graph expander --workers 25 --svg expander.svg",
      "  papilio graph racks.txt --json -        a file of lines 'from to [weight]'"
    })
public final class GraphCommand implements Callable<Integer> {
  /** The singular values of more take minutes. */
  private static final int MOST_WORKERS = 2048;

  private static final int SLOW_WORKERS = 1024;

  private static final String FILE_PREFIX = "graph:";
  private static final int SHOWN_WORKERS = 16;
  private static final int SHOWN_ITERATIONS = 6;
  private static final int SHOWN_PEERS = 8;

  @Mixin private Output output;

  @Parameters(
      paramLabel = "NAME|FILE",
      description =
          "butterfly, chain, complete, expander, halton, ring, star, tree, another topology on the"
              + " class path, or a file of edges (also as graph:FILE).")
  private String graph;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many workers there are; a file of edges knows.")
  private Integer workers;

  @Option(names = "--svg", paramLabel = "FILE", description = "Also draw it.")
  private Path svg;

  @Override
  public Integer call() throws IOException {
    output.check();
    Topology topology = topology();
    int size = size(topology);
    if (size >= SLOW_WORKERS) {
      output.say("the singular values of " + size + " workers take some seconds");
    }
    TopologyReport report = TopologyReport.of(topology, size);
    if (svg != null) {
      Files.writeString(svg, TopologyPicture.svg(topology, size));
    }
    output.show(describe(topology, report), report);
    warn(report);
    return 0;
  }

  private Topology topology() throws IOException {
    if (graph.startsWith(FILE_PREFIX)) {
      return read(graph.substring(FILE_PREFIX.length()));
    }
    try {
      return Topologies.named(graph);
    } catch (IllegalArgumentException e) {
      if (Files.exists(Path.of(graph))) {
        return read(graph);
      }
      throw new IllegalArgumentException(e.getMessage() + "; and there is no such file", e);
    }
  }

  private static Topology read(String file) throws IOException {
    if (Files.isDirectory(Path.of(file))) {
      throw new IllegalArgumentException(file + " is a folder, not a file of edges");
    }
    return EdgeList.parse(file, Files.readString(Path.of(file)));
  }

  private int size(Topology topology) {
    Integer size = topology instanceof EdgeList edges ? Integer.valueOf(edges.size()) : workers;
    if (size == null) {
      throw new IllegalArgumentException(
          "say how many workers there are, for example --workers 8: " + graph + " fits any number");
    }
    if (workers != null && !workers.equals(size)) {
      throw new IllegalArgumentException(
          "%s has %d workers, but --workers is %d".formatted(graph, size, workers));
    }
    if (size < 1 || size > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot analyse %d workers, only 1 to %d".formatted(size, MOST_WORKERS));
    }
    return size;
  }

  private String describe(Topology topology, TopologyReport report) {
    int period = topology.period(report.workers());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("period", period + (period == 1 ? " iteration" : " iterations"));
    facts.put("out-degree", report.outDegree());
    facts.put("spectral gap", Table.fixed(report.spectralGap(), 5));
    facts.put("doubly stochastic", yesOrNo(report.doublyStochastic()));
    facts.put("strongly connected", yesOrNo(report.stronglyConnected()));
    if (svg != null) {
      facts.put("picture", svg);
    }
    Table<Map.Entry<String, Object>> table =
        new Table<>(facts.entrySet())
            .column("", fact -> "  " + fact.getKey())
            .column("", Map.Entry::getValue);
    String title = report.name() + " among " + report.workers() + " workers. ";
    Table<Integer> neighbours = neighbours(topology, report.workers(), period);
    return title + topology.summary() + "\n\n" + table + "\n\n" + neighbours;
  }

  private static String yesOrNo(boolean value) {
    return value ? "yes" : "no";
  }

  /** Whom each sends to, iteration by iteration; the middle of a long list is left out. */
  private static Table<Integer> neighbours(Topology topology, int size, int period) {
    int gap = size > SHOWN_WORKERS ? SHOWN_WORKERS - 2 : size;
    List<Integer> ranks =
        IntStream.range(0, size).filter(rank -> rank <= gap || rank == size - 1).boxed().toList();
    Table<Integer> table = new Table<>(ranks).column(">worker", rank -> rank == gap ? "..." : rank);
    for (int i = 0; i < Math.min(period, SHOWN_ITERATIONS); i++) {
      int iteration = i;
      table.column(
          title(iteration, period),
          rank -> rank == gap ? "..." : list(topology.sendTo(rank, size, iteration)));
    }
    return table;
  }

  private static String title(int iteration, int period) {
    String title = period == 1 ? "sends to" : "iteration " + iteration;
    boolean isLast = iteration == SHOWN_ITERATIONS - 1 && iteration < period - 1;
    return isLast ? title + ", ... " + (period - 1) : title;
  }

  private static String list(int[] peers) {
    if (peers.length == 0) {
      return "-";
    }
    int shown = peers.length <= SHOWN_PEERS ? peers.length : SHOWN_PEERS - 2;
    String text =
        Arrays.stream(peers, 0, shown).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    return shown == peers.length ? text : text + " ... " + peers[peers.length - 1];
  }

  private void warn(TopologyReport report) {
    if (!report.doublyStochastic()) {
      output.warn(
          report.name()
              + " is not doubly stochastic: some workers count more than others in what all end"
              + " with");
    }
    if (!report.stronglyConnected()) {
      output.warn(
          report.name() + " is not strongly connected: some workers never hear of some others");
    }
  }
}
