package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Source;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.model.ModelFile;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Java programs that train over hosts, all of them here. */
@Timeout(60)
class HostTrainingTest {
  private static final TrainingSpec SPEC =
      new TrainingSpec(
          "linear",
          "sgd",
          Settings.NONE.with("epochs", 2).with("rate", 1),
          DataSpec.MADE_UP,
          SyncSpec.AUTO,
          PlaceSpec.THREADS,
          OutputSpec.NONE,
          1,
          5);

  /** What each program hears. */
  private static final class Heard implements TrainingListener {
    private final List<Point> points = Collections.synchronizedList(new ArrayList<>());
    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void onPoint(Point point) {
      points.add(point);
    }

    @Override
    public void onNote(String note) {
      notes.add(note);
    }
  }

  /** What a program does that has joined. */
  private interface Program {
    Optional<TrainingResult> run(Worker worker) throws Exception;
  }

  private static List<Future<Optional<TrainingResult>>> meet(List<Program> programs)
      throws Exception {
    NetOptions options = NetOptions.of(new Credentials("job", "xyzzy"));
    ExecutorService threads = Executors.newCachedThreadPool();
    try (RendezvousServer rendezvous =
        new RendezvousServer(programs.size(), Heartbeat.DEFAULT, options)) {
      List<Callable<Optional<TrainingResult>>> tasks = new ArrayList<>();
      for (Program program : programs) {
        tasks.add(
            () -> {
              try (Worker worker = Worker.join(rendezvous.endpoint(), options)) {
                return program.run(worker);
              }
            });
      }
      return threads.invokeAll(tasks);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Program leader(TrainingSpec spec, TrainingListener listener) {
    return worker -> HostTraining.lead(worker, spec, listener);
  }

  private static Program follower(TrainingListener listener) {
    return worker -> {
      HostTraining.follow(worker, listener);
      return Optional.empty();
    };
  }

  @Test
  void shouldTrainAsThreadsDo() throws Exception {
    Heard led = new Heard();
    Heard followed = new Heard();
    var results = meet(List.of(leader(SPEC, led), follower(followed), follower(followed)));
    TrainingResult result = results.get(0).get().orElseThrow();
    assertEquals(3, result.bytesSent().size());
    assertEquals("hosts", result.options().get("launch"));
    assertEquals(result.curve(), led.points);
    assertEquals(List.of(), followed.points);
    assertEquals(2, followed.notes.size());
    followed.notes.forEach(note -> assertTrue(note.matches("worker [0-2] of 3"), note));
    TrainingResult same =
        LocalTraining.run(SPEC.withPlace(SPEC.place().withWorkers(3)), TrainingListener.NONE);
    assertArrayEquals(ModelFile.bytes(same.model()), ModelFile.bytes(result.model()));
  }

  /** Of two that know what to train one leads. */
  @Test
  void shouldHaveOneLeader() throws Exception {
    var results = meet(List.of(leader(SPEC, new Heard()), leader(SPEC, new Heard())));
    assertFalse(results.get(0).get().isPresent() == results.get(1).get().isPresent());
  }

  @Test
  void shouldRefuseWhatCannotBeTrained() throws Exception {
    assertTrue(refusal(meet(List.of(follower(new Heard()))), 0).contains("one has to be"));
    TrainingSpec piped = SPEC.withData(DataSpec.MADE_UP.withInputs(List.of(Source.STANDARD_INPUT)));
    String said = refusal(meet(List.of(leader(piped, new Heard()))), 0);
    assertEquals("hosts read files, not the standard input", said);
  }

  /** What one of them finds in its rows, all of them hear. */
  @Test
  void shouldRefuseTogether() throws Exception {
    TrainingSpec none = SPEC.withData(DataSpec.MADE_UP.withInputs(List.of("/no/such.svm")));
    var results = meet(List.of(leader(none, new Heard()), follower(new Heard())));
    assertTrue(refusal(results, 0).startsWith("/no/such.svm: "), refusal(results, 0));
    assertEquals(refusal(results, 0), refusal(results, 1));
  }

  private static String refusal(List<Future<Optional<TrainingResult>>> results, int program) {
    return assertThrows(ExecutionException.class, () -> results.get(program).get())
        .getCause()
        .getMessage();
  }

  @Test
  void shouldSayWhoTrainsElsewhere() {
    PlaceSpec.Launch[] elsewhere = {PlaceSpec.Launch.HOSTS, PlaceSpec.Launch.SPARK};
    for (PlaceSpec.Launch launch : elsewhere) {
      PlaceSpec place = new PlaceSpec(launch, 2, 0, PlaceSpec.FailurePolicy.ABORT, false);
      assertThrows(
          IllegalArgumentException.class,
          () -> LocalTraining.run(SPEC.withPlace(place), TrainingListener.NONE));
    }
  }
}
