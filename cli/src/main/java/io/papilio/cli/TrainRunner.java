package io.papilio.cli;

import io.papilio.learn.train.Trainer;
import io.papilio.runtime.comm.LocalCluster;
import io.papilio.runtime.comm.ProcessCluster;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a training on threads, on processes of this machine, or as one process of several. */
record TrainRunner(TrainOptions options, NetworkOptions network, PrintWriter err) {

  Map<String, Object> threads(int workers) throws IOException, InterruptedException {
    return threads(workers, load());
  }

  /** What {@link #threads(int, TrainOptions.Loaded)} learns from. */
  TrainOptions.Loaded load() throws IOException, InterruptedException {
    return options.load(true, line -> err.println("papilio train: " + line));
  }

  /** On data that other trainings may learn from as well. */
  Map<String, Object> threads(int workers, TrainOptions.Loaded loaded) {
    AtomicReference<Map<String, Object>> result = new AtomicReference<>();
    TrainOptions.Ready ready = options.ready(loaded);
    Room room = Room.of(ready.training(), workers, workers);
    try (Progress progress = progress()) {
      Shown shown = new Shown(progress, err);
      room.note().ifPresent(shown::onNote);
      LocalCluster.run(
          workers, comm -> new TrainJob(comm, options, ready, 0).run(shown).ifPresent(result::set));
    }
    return result.get();
  }

  Map<String, Object> processes(int workers, List<String> arguments) throws Exception {
    var spec = ProcessCluster.task(TrainProcess.class, arguments);
    var invitation = Networks.invitation(network, Sharing.AUTO);
    try (Progress progress = progress()) {
      Told told = new Told(new Shown(progress, err), err);
      try (ProcessCluster cluster = ProcessCluster.start(workers, invitation, spec, told)) {
        if (options.sync().shrinks()) {
          cluster.launcher().await();
        } else {
          cluster.await();
        }
      } catch (IllegalStateException e) {
        if (told.refusal.get() != null) {
          throw new IllegalArgumentException(told.refusal.get(), e);
        }
        throw e;
      }
      if (told.result.isEmpty()) {
        throw new IllegalStateException("no worker has come to the end");
      }
      return Json.parse(told.result.toString());
    }
  }

  /** The leader gets the result, the others none. */
  Optional<Map<String, Object>> oneOfMany(List<String> arguments) throws Exception {
    try (Progress progress = progress()) {
      return new TrainMember(network).lead(arguments, new Shown(progress, err));
    }
  }

  private Progress progress() {
    return Progress.of("train", options.learner().steps(), err);
  }

  /** What a person sees while it goes on. */
  private record Shown(Progress progress, PrintWriter err) implements TrainJob.Listener {
    @Override
    public void onPoint(Trainer.Point point) {
      double rate = point.examples() / Math.max(1e-9, point.seconds());
      String loss = Double.isNaN(point.loss()) ? "later" : Table.fixed(point.loss(), 5);
      progress.stage("%,d examples, loss %s, %,.0f rows/s".formatted(point.examples(), loss, rate));
      progress.step();
    }

    @Override
    public void onNote(String note) {
      err.println("papilio train: " + note);
    }
  }

  /** What the processes say. */
  private static final class Told implements LineSink {
    private final Shown shown;
    private final PrintWriter err;
    private final StringBuffer result = new StringBuffer();
    private final AtomicReference<String> refusal = new AtomicReference<>();

    Told(Shown shown, PrintWriter err) {
      this.shown = shown;
      this.err = err;
    }

    @Override
    public void line(int rank, Stream stream, String line) {
      if (line.startsWith(TrainProcess.POINT)) {
        shown.onPoint(TrainProcess.parse(line));
      } else if (line.startsWith(TrainProcess.NOTE)) {
        shown.onNote(line.substring(TrainProcess.NOTE.length()));
      } else if (line.startsWith(TrainProcess.RESULT)) {
        result.append(line.substring(TrainProcess.RESULT.length()));
      } else if (line.startsWith(TrainProcess.REFUSED)) {
        refusal.compareAndSet(null, line.substring(TrainProcess.REFUSED.length()));
      } else if (refusal.get() == null) {
        err.println("[" + rank + "] " + line);
      }
    }
  }
}
