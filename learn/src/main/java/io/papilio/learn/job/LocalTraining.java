package io.papilio.learn.job;

import io.papilio.runtime.cluster.Invitation;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Trains on this machine, on threads or on processes as the spec says. */
public final class LocalTraining {

  private LocalTraining() {}

  /** Trains; what processes print goes to the standard error. */
  public static TrainingResult run(TrainingSpec spec, TrainingListener listener)
      throws IOException, InterruptedException {
    return run(spec, listener, Invitation::local, System.err::println);
  }

  /**
   * Trains.
   *
   * @param invitation how processes are connected; threads need none
   * @param prints takes the lines that processes print, behind their ranks
   * @throws IllegalArgumentException if the data cannot be learned from, or the spec is for another
   *     place
   * @throws IllegalStateException if a worker failed
   */
  public static TrainingResult run(
      TrainingSpec spec,
      TrainingListener listener,
      Supplier<Invitation> invitation,
      Consumer<String> prints)
      throws IOException, InterruptedException {
    return switch (spec.place().launch()) {
      case THREADS -> ThreadTraining.run(spec, listener);
      case PROCESSES -> new ProcessTraining(spec, invitation.get(), listener).run(prints);
      case HOSTS ->
          throw new IllegalArgumentException(
              "hosts join a rendezvous: use HostTraining, or papilio train --join");
      case SPARK ->
          throw new IllegalArgumentException(
              "a training on Spark is run by an estimator of papilio-spark or by papilio train"
                  + " --spark, not from here");
    };
  }
}
