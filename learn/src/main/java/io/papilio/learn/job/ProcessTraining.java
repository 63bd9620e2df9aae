package io.papilio.learn.job;

import io.papilio.learn.model.ModelFile;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.launch.LineSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Trains on processes of this machine, which it starts and ends. */
public final class ProcessTraining {
  private static final long ASK_MILLIS = 100; // nobody waits for longer who has cancelled

  private final TrainingSpec spec;
  private final Invitation invitation;
  private final TrainingListener listener;

  /** Creates a training whose processes are connected as the invitation says. */
  public ProcessTraining(TrainingSpec spec, Invitation invitation, TrainingListener listener) {
    this.spec = spec;
    this.invitation = invitation;
    this.listener = listener;
  }

  /**
   * Trains. What processes print goes to {@code prints} line by line, behind their ranks.
   *
   * @throws IllegalArgumentException if the data cannot be learned from
   * @throws IllegalStateException if a worker failed
   */
  public TrainingResult run(Consumer<String> prints) throws IOException, InterruptedException {
    spec.check();
    boolean keeps = !spec.output().model().isEmpty();
    if (keeps && !spec.data().readsStandardInput()) {
      return run(spec, List.of(), prints);
    }
    Path folder = Files.createTempDirectory("papilio");
    Path model = folder.resolve("model");
    Path input = folder.resolve("input");
    for (Path each : List.of(folder, input, model)) {
      each.toFile().deleteOnExit(); // in case this process is told to stop; the last comes first
    }
    try {
      List<String> inputs = new ArrayList<>();
      if (spec.data().readsStandardInput()) { // which is not theirs: they have a life line there
        Files.copy(System.in, input);
        inputs.add(input.toString());
      }
      return keeps
          ? run(spec, inputs, prints)
          : run(spec.withOutput(spec.output().withModelOnly(model)), inputs, prints)
              .withoutFile(spec.output());
    } finally {
      Files.deleteIfExists(model);
      Files.deleteIfExists(input);
      Files.delete(folder);
    }
  }

  private TrainingResult run(TrainingSpec told, List<String> inputs, Consumer<String> prints)
      throws IOException, InterruptedException {
    Hearing hearing = new Hearing(prints);
    EventStream<TrainingEvent> events =
        new EventStream<>(TrainingEvent.class, hearing::hear, hearing::print);
    int workers = told.place().workersOrCores();
    List<String> arguments =
        new ArrayList<>(List.of(Json.encode(told.withPlace(told.place().withWorkers(workers)))));
    arguments.addAll(inputs);
    var task = ProcessCluster.task(TrainingProcess.class, arguments);
    ScheduledExecutorService asking = Executors.newSingleThreadScheduledExecutor();
    try (ProcessCluster cluster = ProcessCluster.start(workers, invitation, task, events)) {
      asking.scheduleWithFixedDelay(
          () -> hearing.endIfCancelled(cluster), 0, ASK_MILLIS, TimeUnit.MILLISECONDS);
      if (told.place().shrinks()) {
        cluster.launcher().await();
      } else {
        cluster.await();
      }
    } catch (IllegalStateException e) {
      throw hearing.reason(e);
    } finally {
      asking.shutdownNow();
    }
    TrainingResult result =
        hearing
            .result()
            .orElseThrow(
                () -> hearing.reason(new IllegalStateException("no worker came to the end")));
    return result.modelFile() == null
        ? result // a note has said why there is none
        : result.with(ModelFile.read(Path.of(result.modelFile())));
  }

  /** Hears what the processes say. */
  private final class Hearing {
    private final Consumer<String> prints;
    private final AtomicReference<TrainingResult> result = new AtomicReference<>();
    private final AtomicReference<String> refusal = new AtomicReference<>();
    private volatile boolean isCancelled;

    Hearing(Consumer<String> prints) {
      this.prints = prints;
    }

    void print(int rank, LineSink.Stream stream, String line) {
      if (refusal.get() == null) {
        prints.accept("[" + rank + "] " + line);
      }
    }

    void hear(TrainingEvent event) {
      synchronized (listener) { // which may be asked by another thread, see below
        event.tell(listener);
      }
      if (event instanceof TrainingEvent.Refusal refused) {
        refusal.compareAndSet(null, refused.reason());
      } else if (event instanceof TrainingEvent.End end) {
        result.set(end.result());
      }
    }

    /** Asks whether to go on, also while workers have nothing to tell, as when they load. */
    void endIfCancelled(ProcessCluster cluster) {
      synchronized (listener) {
        isCancelled |= listener.isCancelled();
      }
      if (isCancelled) {
        cluster.launcher().close();
      }
    }

    Optional<TrainingResult> result() {
      return Optional.ofNullable(result.get());
    }

    RuntimeException reason(IllegalStateException failure) {
      if (isCancelled) {
        return new CancellationException("the training was cancelled");
      }
      return refusal.get() == null ? failure : new IllegalArgumentException(refusal.get(), failure);
    }
  }
}
