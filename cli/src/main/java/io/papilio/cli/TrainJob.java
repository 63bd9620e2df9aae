package io.papilio.cli;

import io.papilio.learn.linear.Snapshot;
import io.papilio.learn.matrix.FactorChoice;
import io.papilio.learn.train.Checkpoint;
import io.papilio.learn.train.ModelFile;
import io.papilio.learn.train.RisingLoss;
import io.papilio.learn.train.Trainer;
import io.papilio.runtime.comm.CollectiveException;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.transport.ElementType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * What every worker of a training does, be it a thread or a process, here or on another host.
 *
 * @param leader the rank that tells how far it is, writes the files and has the result
 */
record TrainJob(Communicator comm, TrainOptions options, TrainOptions.Ready ready, int leader) {

  private static final String AUTO = "auto";

  /** Hears of the training as it goes on. */
  interface Listener {
    void onPoint(Trainer.Point point);

    /** Something for the user to read. */
    void onNote(String note);
  }

  /** A worker that did not come to the end; its number is that of the beginning. */
  record Lost(int worker, String reason) {}

  /** The result on the leader, which also tells the listener; nothing on the others. */
  Optional<Map<String, Object>> run(Listener listener) throws IOException {
    if (options.calibrates()) {
      comm.calibrate();
    }
    Optional<Checkpoint> from = Optional.empty();
    if (options.resumes()) {
      from = checkpoints().orElseThrow().last(comm, leader);
      if (leads()) {
        listener.onNote(
            from.isPresent() ? "going on from the checkpoint" : "no checkpoint, so from the start");
      }
    }
    return run(listener, from, List.of());
  }

  private Optional<Map<String, Object>> run(
      Listener listener, Optional<Checkpoint> from, List<Lost> lost) throws IOException {
    float[] weights = training().first();
    Optional<Checkpoints> checkpoints = checkpoints();
    AtomicReference<Trainer> self = new AtomicReference<>();
    Trainer trainer =
        new Trainer(comm, task(), heard(listener, checkpoints, () -> rises(self.get())));
    self.set(trainer);
    if (leads()) {
      mixing().warnings().forEach(listener::onNote);
      if (comm.size() > 1) {
        options.learner().warnings().forEach(listener::onNote);
      }
    }
    Trainer.Outcome outcome;
    double objective;
    try {
      outcome = trainer.run(weights, ready.seconds(), name(), from);
      objective = trainer.objective(weights);
    } catch (CollectiveException e) {
      if (!options.sync().shrinks()) {
        throw e;
      }
      return goOn(listener, trainer.afterLoss(name()), lost, e);
    }
    if (!leads()) {
      return Optional.empty();
    }
    MixReport.drift(outcome).ifPresent(listener::onNote);
    RisingLoss late = new RisingLoss();
    if (!options.learner().isInStep()
        && outcome.curve().stream().anyMatch(point -> late.shows(point.loss()))) {
      listener.onNote(rises(trainer));
    }
    if (options.out().isPresent()) {
      ModelFile.write(training().model(weights), options.out().get());
      checkpoints.orElseThrow().delete();
    }
    Map<String, Object> result = result(outcome, objective);
    TrainReport.section(result, "options").putAll(found(trainer));
    result.put("lost", lost);
    return Optional.of(result);
  }

  /** With those who live: each goes on with the weights it has. */
  private Optional<Map<String, Object>> goOn(
      Listener listener, Optional<Checkpoint> from, List<Lost> lost, CollectiveException reason)
      throws IOException {
    Communicator rest = comm.shrink();
    List<Integer> living = rest.group().nodes();
    List<Lost> all = new ArrayList<>(lost);
    comm.group().nodes().stream()
        .filter(node -> !living.contains(node))
        .forEach(node -> all.add(new Lost(node, reason.getMessage())));
    int leads = Math.max(0, rest.group().rankOf(comm.group().node(leader)));
    if (rest.rank() == leads) {
      listener.onNote("%s: going on with %d workers".formatted(reason.getMessage(), rest.size()));
    }
    return new TrainJob(rest, options, ready, leads).run(listener, from, all);
  }

  private Optional<Checkpoints> checkpoints() throws IOException {
    String name = name();
    return options.checkpoint().map(f -> new Checkpoints(f, name, options.checkpointSeconds()));
  }

  private MixReport mixing() {
    return new MixReport(options.learner().topology(), comm.size());
  }

  private boolean leads() {
    return comm.rank() == leader;
  }

  private Training training() {
    return ready.training();
  }

  /** What a checkpoint must be of for this training to go on from it. */
  private String name() throws IOException {
    Map<String, Object> name = new LinkedHashMap<>(options.describe());
    name.put("workers", comm.size());
    name.put("rows", training().dataset().rows().size());
    name.put("data", training().dataset().rows().fingerprint());
    return Json.line(name);
  }

  private Trainer.Task task() {
    Training training = training();
    return new Trainer.Task(
        training.dataset().rows(),
        training.sample(),
        training.goal(),
        training.optimizer(comm.link(), comm.size()),
        options.patience());
  }

  private Trainer.Listener heard(
      Listener listener, Optional<Checkpoints> checkpoints, Supplier<String> rises) {
    if (!leads()) {
      return point -> {};
    }
    RisingLoss rising = new RisingLoss();
    return new Trainer.Listener() {
      @Override
      public void onPoint(Trainer.Point point) {
        listener.onPoint(point);
        if (rising.shows(point.loss())) {
          listener.onNote(rises.get());
        }
      }

      @Override
      public boolean wantsCheckpoint() {
        return checkpoints.map(Checkpoints::isDue).orElse(false);
      }

      @Override
      public void onCheckpoint(Checkpoint checkpoint) {
        checkpoints.orElseThrow().write(checkpoint);
      }
    };
  }

  private String rises(Trainer trainer) {
    Object rate = found(trainer).getOrDefault("rateFound", options.describe().get("rate"));
    return "the loss rises"
        + (rate == null
            ? ""
            : ": steps of --rate %s are too long, try shorter ones".formatted(rate));
  }

  /** What was left to the optimizer to find. */
  private Map<String, Object> found(Trainer trainer) {
    Map<String, Object> used = options.describe();
    Map<String, Object> found = new LinkedHashMap<>();
    if (AUTO.equals(used.get("rate")) || AUTO.equals(used.get("sync"))) {
      Optional<Snapshot> end = trainer.afterLoss("").map(Checkpoint::optimizer);
      end.filter(snapshot -> snapshot.has("rate") && AUTO.equals(used.get("rate")))
          .ifPresent(snapshot -> found.put("rateFound", snapshot.number("rate")));
      end.filter(snapshot -> snapshot.has("way") && snapshot.number("way") >= 0)
          .map(snapshot -> FactorChoice.Way.values()[(int) snapshot.whole("way")])
          .ifPresent(way -> found.put("exchange", Names.of(way)));
    }
    return found;
  }

  private Map<String, Object> result(Trainer.Outcome outcome, double objective) {
    long start = System.nanoTime();
    Map<String, Object> result = new LinkedHashMap<>(training().judge(outcome.weights()));
    double evaluating = (System.nanoTime() - start) / 1e9 + outcome.evaluatingSeconds();
    result.put("objective", objective);
    result.put("examples", outcome.examples());
    result.put("iterations", outcome.iterations());
    result.put("seconds", outcome.seconds());
    result.put("loadSeconds", ready.seconds());
    result.put("evalSeconds", evaluating);
    result.put("bytesSent", outcome.bytesSent());
    result.put("times", outcome.times());
    result.putAll(mixing().describe(outcome));
    result.put("badLines", ready.badLines());
    result.put("curve", outcome.curve());
    result.put("modelFile", options.out().map(Object::toString).orElse(null));
    Map<String, Object> used = new LinkedHashMap<>(options.describe());
    used.replace("pairs", training().dataset().rows().size()); // of dml, also if not given
    used.put("allReduce", comm.algorithm(ElementType.FLOAT, outcome.weights().length).name());
    used.put("workers", comm.size());
    result.put("options", used);
    return result;
  }
}
