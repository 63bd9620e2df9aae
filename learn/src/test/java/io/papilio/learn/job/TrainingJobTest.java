package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.job.TrainingResult.Lost;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole trainings on threads, of which some die. */
@Timeout(120)
class TrainingJobTest {
  private static final int ROWS = 200;
  private static final int EPOCHS = 4;
  private static final String DOUBLE_RING = "0 1\n1 2\n2 3\n3 0\n1 0\n2 1\n3 2\n0 3\n";
  private static final String RING = "0 1\n1 2\n2 3\n3 0\n";

  @TempDir private Path folder;
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> resumed = Collections.synchronizedList(new ArrayList<>());

  /** A worker, which dies at some moment of its life. */
  private final class Mortal implements TrainingListener, TrainingData {
    private final TrainingData data;
    private int pointsLeft = Integer.MAX_VALUE;
    private int readsLeft = Integer.MAX_VALUE;
    private CyclicBarrier end = new CyclicBarrier(1); // for those who die together
    private boolean mayResume = true;
    private List<SparseRows> rows = List.of();

    Mortal(TrainingData data) {
      this.data = data;
    }

    @Override
    public Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException {
      if (--readsLeft < 0) {
        throw new Death();
      }
      Source.Loaded loaded = data.rows(comm, loading);
      rows = Blocks.rows(loaded);
      return loaded;
    }

    @Override
    public Source.Loaded tests(Communicator comm, Features features, Loading loading)
        throws InterruptedException {
      return data.tests(comm, features, loading);
    }

    @Override
    public boolean isCancelled() { // asked at each point of the curve, too, on all workers
      if (isAtPoint() && --pointsLeft < 0) {
        await(end);
        throw new Death();
      }
      return false;
    }

    @Override
    public void onResume(int points) {
      if (!mayResume) {
        throw new Death();
      }
      resumed.add(points);
    }

    @Override
    public void onNote(String note) {
      notes.add(note);
    }
  }

  private static boolean isAtPoint() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("onPoint")));
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Each row has a feature of its own, the number of the row. */
  private Path data(int padding) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < ROWS; row++) {
      String value = (row % 2 == 0 ? "1." : "2.") + "0".repeat(padding);
      text.append("%d %d:%s\n".formatted(row % 2, row + 1, value));
    }
    return Files.writeString(folder.resolve("data.svm"), text);
  }

  private TrainingSpec spec(String sync) throws Exception {
    return spec("linear", "sgd", sync, "bsp");
  }

  private TrainingSpec spec(String model, String optimizer, String sync, String consistency)
      throws Exception {
    String settings =
        optimizer.equals("pegasos")
            ? "\"loss\": \"hinge\", \"epochs\": %d, \"batch\": 4"
            : "\"rate\": 0.5, \"epochs\": %d, \"batch\": 4";
    return TrainingSpec.parse(
        """
        {"model": "%s", "optimizer": "%s", "settings": {%s},
         "data": {"inputs": ["%s"]}, "sync": {"strategy": "%s", "consistency": "%s"},
         "place": {"launch": "processes", "workers": 4, "onFailure": "shrink"}}
        """
            .formatted(model, optimizer, settings.formatted(EPOCHS), data(1), sync, consistency));
  }

  private static TrainingSpec writing(TrainingSpec spec, Path model, boolean resume) {
    return spec.withOutput(new OutputSpec(model.toString(), "", 0, resume));
  }

  /** Returns what the leader has in the end, if one lives to see it. */
  private static Optional<TrainingResult> run(TrainingSpec spec, List<Mortal> workers) {
    Map<Integer, TrainingResult> results = new ConcurrentHashMap<>();
    try {
      LocalCluster.run(
          workers.size(),
          comm -> {
            Mortal self = workers.get(comm.rank());
            new TrainingJob(spec, self, self)
                .run(comm, 0)
                .ifPresent(result -> results.put(comm.rank(), result));
          });
    } catch (Death e) {
      assertTrue(results.size() <= 1, results.keySet().toString());
    }
    return results.values().stream().findFirst();
  }

  private List<Mortal> workers(TrainingSpec spec, Consumer<List<Mortal>> fates) {
    List<Mortal> workers = workers(rank -> TrainingData.of(spec));
    fates.accept(workers);
    return workers;
  }

  private List<Mortal> workers(IntFunction<TrainingData> data) {
    return IntStream.range(0, 4).mapToObj(rank -> new Mortal(data.apply(rank))).toList();
  }

  private static void isWhole(TrainingResult result, int lost) {
    assertEquals(lost, result.lost().size());
    assertEquals((long) EPOCHS * ROWS, result.examples());
    assertEquals(1, result.metrics().get("accuracy"));
    List<Long> examples = result.curve().stream().map(Point::examples).toList();
    assertEquals(examples.stream().sorted().distinct().toList(), examples);
  }

  @ParameterizedTest
  @CsvSource({"double, edges that are left", "single, a ring"})
  void shouldGoOnAlongWhatIsLeftOfAGraph(String kind, String words) throws Exception {
    String edges = kind.equals("double") ? DOUBLE_RING : RING;
    Path graph = Files.writeString(folder.resolve("graph"), edges);
    TrainingSpec spec = spec("graph:" + graph);
    Files.delete(graph); // its edges are in the spec
    TrainingSpec told = Json.decode(Json.encode(spec), TrainingSpec.class);
    List<Mortal> workers = workers(told, all -> all.get(2).pointsLeft = 25);
    TrainingResult result = run(told, workers).orElseThrow();
    isWhole(result, 1);
    assertTrue(result.spectralGap() > 0 && result.spectralGap() < 1, "" + result.spectralGap());
    assertTrue(notes.stream().anyMatch(note -> note.contains(words)), notes.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "linear, sgd, butterfly, bsp, 1",
    "linear, sgd, butterfly, notify-ack, 0",
    "linear, sgd, butterfly, ssp:2, 3",
    "linear, sgd, expander, asp, 2",
    "linear, sgd, ring, notify-ack, 1",
    "linear, sgd, complete, bsp, 0",
    "linear, sgd, periodic:3, bsp, 2",
    "linear, sgd, server, bsp, 0",
    "linear, sgd, server, notify-ack, 3",
    "linear, sgd, server, ssp:2, 1",
    "linear, sgd, server, asp, 2",
    "linear, sgd, none, bsp, 1",
    "linear, pegasos, butterfly, bsp, 2",
    "linear, pegasos, allreduce, bsp, 0",
    "softmax, sgd, butterfly, bsp, 1",
    "softmax, sgd, factors, bsp, 0",
    "softmax, sgd, factors:ring, ssp:3, 2",
    "softmax, sgd, full-matrix, bsp, 3",
    "softmax, sgd, server, notify-ack, 1"
  })
  void shouldGoOn(String model, String optimizer, String sync, String consistency, int dies)
      throws Exception {
    TrainingSpec spec = spec(model, optimizer, sync, consistency);
    List<Mortal> workers = workers(spec, all -> all.get(dies).pointsLeft = 3);
    TrainingResult result = run(spec, workers).orElseThrow();
    assertEquals(List.of(dies), result.lost().stream().map(Lost::worker).toList());
    assertEquals(3, result.options().get("workers"));
    assertTrue(result.examples() >= EPOCHS * ROWS - 3 * 16, result.examples() + " examples");
    assertTrue(Double.isFinite(result.objective()), result.objective() + "");
  }

  /** The second dies while the others read what is theirs after the death of the first. */
  @Test
  void shouldGoOnFromWhereItWasAfterASecondLoss() throws Exception {
    TrainingSpec spec = spec("allreduce");
    List<Mortal> workers =
        workers(
            spec,
            all -> {
              all.get(0).pointsLeft = 30;
              all.get(3).readsLeft = 1;
            });
    isWhole(run(spec, workers).orElseThrow(), 2);
    assertEquals(1, resumed.size());
    int points = resumed.get(0); // the point at which the first died may be there or not
    assertTrue(points == 30 || points == 31, points + " points");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 25_000}) // dealt out row by row, and in splits
  void shouldReadWhatTheLostHad(int padding) throws Exception {
    TrainingSpec spec = spec("allreduce");
    data(padding);
    List<Mortal> workers =
        workers(
            spec,
            all -> {
              all.get(1).pointsLeft = 3;
              all.get(2).pointsLeft = 7;
            });
    isWhole(run(spec, workers).orElseThrow(), 2);
    List<Integer> read = new ArrayList<>();
    for (int survivor : new int[] {0, 3}) {
      for (SparseRows block : workers.get(survivor).rows) {
        IntStream.range(0, block.size())
            .map(row -> block.indices()[block.start(row)])
            .forEach(read::add);
      }
    }
    assertEquals(IntStream.range(0, ROWS).boxed().toList(), read.stream().sorted().toList());
  }

  /** One of the two workers of a host can read what the other had, and nobody what both had. */
  @Test
  void shouldSayWhatIsGoneWithAHost() throws Exception {
    String text = Json.encode(spec("allreduce"));
    text = text.replace("\"parts\":false", "\"parts\":true");
    TrainingSpec spec = Json.decode(text.replace("PROCESSES", "HOSTS"), TrainingSpec.class);
    List<Mortal> workers =
        workers(rank -> new TrainingData.Files(spec, rank % 2 == 0 ? "left" : "right"));
    workers.get(1).pointsLeft = 3;
    workers.get(3).pointsLeft = 7;
    TrainingResult result = run(spec, workers).orElseThrow();
    assertEquals(2, result.lost().size());
    List<String> gone = notes.stream().filter(note -> note.contains("gone")).toList();
    assertEquals(List.of("200 of 400 examples are gone with the lost workers' hosts"), gone);
  }

  /** Leaves a checkpoint of three epochs behind: all die. */
  private TrainingSpec interrupted() throws Exception {
    Path model = folder.resolve("model");
    TrainingSpec spec = spec("allreduce");
    TrainingSpec first = writing(spec, model, false);
    CyclicBarrier end = new CyclicBarrier(4);
    List<Mortal> workers = workers(first, all -> all.forEach(one -> one.pointsLeft = 50));
    workers.forEach(one -> one.end = end);
    assertTrue(run(first, workers).isEmpty());
    assertTrue(Files.exists(folder.resolve("model.checkpoint")));
    assertFalse(Files.exists(model));
    notes.clear();
    return writing(spec, model, true);
  }

  @Test
  void shouldGoOnFromTheCheckpointAfterALossBeforeTheFirstStep() throws Exception {
    TrainingSpec again = interrupted();
    List<Mortal> workers = workers(again, all -> all.get(0).mayResume = false);
    isWhole(run(again, workers).orElseThrow(), 1);
    assertEquals(List.of(39), resumed); // points of three epochs of 13 iterations
  }

  /** A checkpoint is of so many workers, and nobody has read it yet. */
  @Test
  void shouldSayThatACheckpointIsOfNoUseAnyMore() throws Exception {
    TrainingSpec again = interrupted();
    List<Mortal> workers = workers(again, all -> all.get(1).readsLeft = 0);
    isWhole(run(again, workers).orElseThrow(), 1);
    assertEquals(List.of(), resumed);
    String said = "a worker was lost before the first step: from the start, no checkpoint fits";
    assertTrue(notes.contains(said), notes.toString());
  }

  @Test
  void shouldNotEndIfACheckpointCannotBeWritten() throws Exception {
    Path model = folder.resolve("model");
    Path checkpoint = Files.createDirectory(folder.resolve("model.checkpoint"));
    Path file = Files.createFile(checkpoint.resolve("file")); // so that nobody deletes it
    TrainingSpec spec = writing(spec("allreduce"), model, false);
    isWhole(run(spec, workers(spec, all -> {})).orElseThrow(), 0);
    String said = "the checkpoint %s cannot be written, so the one before stays: ";
    assertTrue(
        notes.stream().anyMatch(note -> note.startsWith(said.formatted(checkpoint))),
        notes.toString());
    assertTrue(Files.exists(model) && Files.exists(file));
  }

  /** How many come to a rendezvous is known when they have come. */
  @Test
  void shouldRefuseAStragglerThatIsNotThere() {
    TrainingSpec spec =
        TrainingSpec.parse(
            """
            {"sync": {"straggler": 2, "slowdown": 4}, "place": {"launch": "hosts"}}
            """);
    TrainingJob job = new TrainingJob(spec, TrainingListener.NONE);
    Throwable thrown =
        assertThrows(
            IllegalArgumentException.class, () -> LocalCluster.run(2, comm -> job.run(comm, 0)));
    assertEquals("straggle names worker 2, but the last of 2 workers is 1", thrown.getMessage());
  }
}
