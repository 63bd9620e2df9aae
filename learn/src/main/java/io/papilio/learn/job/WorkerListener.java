package io.papilio.learn.job;

import io.papilio.learn.data.Loading;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a worker does with what it hears: the leader tells users, and sees to checkpoints; every
 * worker ends when users have cancelled. Workers that are threads have one {@link TrainingListener}
 * together, so it is called under its own lock.
 */
final class WorkerListener implements Trainer.Listener, Loading {
  private final TrainingListener listener;
  private final boolean leads;
  private final OutputSpec output;
  private final boolean keepsBest; // whether the weights in the end are the best there were
  private Optional<CheckpointFile> file = Optional.empty();

  WorkerListener(TrainingListener listener, boolean leads, TrainingSpec spec) {
    this.listener = listener;
    this.leads = leads;
    this.output = spec.output();
    this.keepsBest = spec.patienceOrNone() > 0;
  }

  /** Keeps checkpoints from now on, if the training has a file for them. */
  void keepCheckpoints(Supplier<String> job) {
    file =
        output
            .checkpointFile()
            .map(path -> new CheckpointFile(path, job, output.checkpointSeconds()));
  }

  private void tell(Consumer<TrainingListener> event) {
    if (leads) {
      synchronized (listener) {
        event.accept(listener);
      }
    }
  }

  @Override
  public void requireNotCancelled() {
    synchronized (listener) {
      if (listener.isCancelled()) {
        throw new CancellationException("the training was cancelled");
      }
    }
  }

  @Override
  public void onBlock() {
    requireNotCancelled();
  }

  @Override
  public void onPoint(Point point) {
    requireNotCancelled();
    tell(one -> one.onPoint(point));
  }

  @Override
  public void onResume(int points) {
    tell(one -> one.onResume(points));
  }

  @Override
  public void onNote(String note) {
    tell(one -> one.onNote(note));
  }

  @Override
  public boolean wantsCheckpoint() {
    return leads && file.map(CheckpointFile::isDue).orElse(false);
  }

  @Override
  public void onCheckpoint(Checkpoint checkpoint) {
    if (leads) {
      file.ifPresent(one -> one.write(checkpoint, this::onNote));
    }
  }

  /** Returns the last checkpoint, if there is one; all workers call it together. */
  Optional<Checkpoint> lastCheckpoint(Communicator comm, int leader) throws IOException {
    return file.isPresent() ? file.get().last(comm, leader) : Optional.empty();
  }

  /** Deletes the checkpoint, when the model is there. */
  void deleteCheckpoint() {
    file.ifPresent(one -> one.delete(this::onNote));
  }

  /** Tells what is to be said in the end. */
  void onEnd(TrainingResult result) {
    result.drift().ifPresent(this::onNote);
    if (!keepsBest) {
      RisingLoss.note(result).ifPresent(this::onNote);
    }
  }
}
