package io.papilio.learn.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.LinearProblem;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SurvivingGraphTest {
  private static final String DOUBLE_RING = "0 1\n1 2\n2 3\n3 0\n1 0\n2 1\n3 2\n0 3\n";
  private static final String RING = "0 1\n1 2\n2 3\n3 0\n";
  private static final List<Integer> THREE = List.of(0, 2, 3);

  private static EdgeList graph(String edges) {
    return EdgeList.parse("g", edges);
  }

  @Test
  void shouldDropTheEdgesOfTheLost() {
    Topology rest = SurvivingGraph.among(graph(DOUBLE_RING), THREE, 1);
    assertArrayEquals(new int[] {2}, rest.sendTo(0, 3, 0)); // 0 to 3, who is 2 now
    assertArrayEquals(new int[] {2}, rest.sendTo(1, 3, 0));
    assertArrayEquals(new int[] {0, 1}, rest.sendTo(2, 3, 0));
    assertEquals(0.5, rest.share(2, 0, 3, 0));
    assertEquals(1.0 / 3, rest.share(2, 2, 3, 0));
    assertTrue(MixingMatrix.overPeriod(rest, 3).isStronglyConnected());
    assertEquals("graph:g", rest.name());
    assertEquals("what is left of graph:g", rest.summary());
    assertFalse(rest.isWeighted());
  }

  @Test
  void shouldLeaveSharesOfTheLostWithTheReceiver() {
    String weighted = DOUBLE_RING.replace("\n", " 0.25\n");
    Topology rest = SurvivingGraph.among(graph(weighted), THREE, 1);
    assertTrue(rest.isWeighted());
    assertEquals(0.25, rest.share(2, 0, 3, 0));
    assertEquals(0.75, rest.share(0, 0, 3, 0));
    assertEquals(0.5, rest.share(2, 2, 3, 0));
  }

  @Test
  void shouldFallBackToRingWhereNothingConnects() {
    assertEquals("ring", SurvivingGraph.among(graph(RING), THREE, 1).name());
    for (int later : new int[] {4, 7}) { // one that has come in place of those who were lost
      List<Integer> replaced = List.of(0, 2, later);
      assertEquals("ring", SurvivingGraph.among(graph(DOUBLE_RING), replaced, 2).name());
    }
  }

  @Test
  void shouldLeaveOthersAlone() {
    Topology expander = Topologies.named("expander");
    assertSame(expander, SurvivingGraph.among(expander, THREE, 1));
    EdgeList whole = graph(RING);
    assertSame(whole, SurvivingGraph.among(whole, List.of(0, 1, 2, 3), 0));
    assertSame(whole, SurvivingGraph.among(whole, List.of(0, 1, 2, 3), 1));
    Topology mistake = SurvivingGraph.among(whole, List.of(0, 1, 2), 0);
    assertThrows(IllegalArgumentException.class, () -> mistake.sendTo(0, 3, 0));
  }

  /** Remembers where the worker is, and what it is told. */
  private static final class Watching implements Optimizer.Watch {
    private final Optional<Snapshot> start;
    private final List<String> notes = new ArrayList<>();
    private final boolean dies;
    private Supplier<Snapshot> own;

    Watching(Optional<Snapshot> start, boolean dies) {
      this.start = start;
      this.dies = dies;
    }

    @Override
    public boolean onProgress(long examples, float[] weights) {
      if (dies && examples > 40) {
        throw new IllegalStateException("disk full");
      }
      return true;
    }

    @Override
    public void onStart(Supplier<Snapshot> where) {
      own = where;
    }

    @Override
    public void onNote(String note) {
      notes.add(note);
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  private static Shard rows() {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < 160; i++) {
      builder.add(i % 5, 1 + i % 3);
      builder.endRow(i % 5 < 2 ? 1 : -1, 1);
    }
    return Shard.of(List.of(builder.build()));
  }

  @ParameterizedTest
  @CsvSource({"double, edges", "single, ring"})
  void shouldGoOnWhenWorkersAreLost(String kind, String word, @TempDir Path folder)
      throws IOException {
    String edges = kind.equals("double") ? DOUBLE_RING : RING;
    Path file = Files.writeString(folder.resolve("g"), edges);
    LinearProblem problem = new LinearProblem(new Objective(Loss.LOGISTIC, 1, 0), 5);
    Rate rate = new Rate(Rate.Kind.INVERSE_ROOT, 0.5);
    Sgd sgd = new Sgd(problem, 6, 2, rate, 1, Sync.parse("graph:" + file, "bsp"));
    List<float[]> ended = Collections.synchronizedList(new ArrayList<>());
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    assertThrows(
        IllegalStateException.class,
        () ->
            LocalCluster.run(
                4,
                comm -> {
                  Watching first = new Watching(Optional.empty(), comm.rank() == 1);
                  try {
                    learn(comm, sgd, first);
                  } catch (CollectiveException lost) {
                    try (Communicator rest = comm.shrink()) {
                      Watching second = new Watching(Optional.of(first.own.get()), false);
                      ended.add(learn(rest, sgd, second));
                      notes.addAll(second.notes);
                    }
                  }
                }));
    assertEquals(3, ended.size());
    for (float[] weights : ended) {
      assertArrayEquals(ended.get(0), weights);
    }
    assertTrue(ended.get(0)[0] > 0.5 && ended.get(0)[4] < -0.5, "it has learned");
    assertEquals(3, notes.size());
    assertTrue(notes.get(0).contains("other 3") && notes.get(0).contains(word), notes.get(0));
  }

  private static float[] learn(Communicator comm, Sgd sgd, Optimizer.Watch watch) {
    float[] weights = new float[6];
    sgd.run(comm, rows().part(comm.size(), comm.rank()), weights, watch);
    return weights;
  }
}
