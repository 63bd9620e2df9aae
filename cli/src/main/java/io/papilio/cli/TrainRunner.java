package io.papilio.cli;

import io.papilio.learn.train.Trainer;
import io.papilio.runtime.comm.Invitation;
import io.papilio.runtime.comm.LocalCluster;
import io.papilio.runtime.comm.ProcessCluster;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a training on threads, or on processes of this machine. */
record TrainRunner(int workers, TrainOptions options, PrintWriter err) {

  Map<String, Object> threads() throws InterruptedException {
    TrainOptions.Loaded loaded = options.load(true, line -> err.println("papilio train: " + line));
    AtomicReference<Map<String, Object>> result = new AtomicReference<>();
    try (Progress progress = progress()) {
      LocalCluster.run(
          workers,
          comm ->
              TrainJob.run(comm, options, loaded, point -> show(progress, point))
                  .ifPresent(result::set));
    }
    return result.get();
  }

  Map<String, Object> processes(List<String> arguments) throws Exception {
    var spec = ProcessCluster.task(TrainJob.class, arguments);
    var invitation = Invitation.local(Sharing.AUTO);
    try (Progress progress = progress()) {
      Told told = new Told(progress, err);
      try (ProcessCluster cluster = ProcessCluster.start(workers, invitation, spec, told)) {
        cluster.await();
      } catch (IllegalStateException e) {
        if (told.refusal.get() != null) {
          throw new IllegalArgumentException(told.refusal.get(), e);
        }
        throw e;
      }
      return told.result.get();
    }
  }

  private Progress progress() {
    return Progress.of("train", options.learner().steps(), err);
  }

  private static void show(Progress progress, Trainer.Point point) {
    double rate = point.examples() / Math.max(1e-9, point.seconds());
    progress.stage(
        "%,d examples, loss %s, %,.0f rows/s"
            .formatted(point.examples(), Table.fixed(point.loss(), 5), rate));
    progress.step();
  }

  /** What the processes say. */
  private static final class Told implements LineSink {
    private final Progress progress;
    private final PrintWriter err;
    private final AtomicReference<Map<String, Object>> result = new AtomicReference<>();
    private final AtomicReference<String> refusal = new AtomicReference<>();

    Told(Progress progress, PrintWriter err) {
      this.progress = progress;
      this.err = err;
    }

    @Override
    public void line(int rank, Stream stream, String line) {
      if (line.startsWith(TrainJob.POINT)) {
        show(progress, TrainJob.parse(line));
      } else if (line.startsWith(TrainJob.RESULT)) {
        result.set(Json.parse(line.substring(TrainJob.RESULT.length())));
      } else if (line.startsWith(TrainJob.REFUSED)) {
        refusal.compareAndSet(null, line.substring(TrainJob.REFUSED.length()));
      } else if (refusal.get() == null) {
        err.println("[" + rank + "] " + line);
      }
    }
  }
}
