package io.papilio.learn.job;

import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** What a worker does with what it hears: the leader tells users, and sees to checkpoints. */
final class WorkerListener implements Trainer.Listener {
  private final TrainingListener listener;
  private final boolean leads;
  private final Optional<CheckpointFile> file;
  private final RisingLoss rising = new RisingLoss();

  WorkerListener(TrainingListener listener, boolean leads, Optional<CheckpointFile> file) {
    this.listener = listener;
    this.leads = leads;
    this.file = file;
  }

  @Override
  public void onPoint(Point point) {
    if (listener.isCancelled()) {
      throw new CancellationException("the training was cancelled");
    }
    if (leads) {
      listener.onPoint(point);
    }
    rising.add(point.loss());
  }

  @Override
  public void onResume(int points) {
    if (leads) {
      listener.onResume(points);
    }
  }

  @Override
  public void onNote(String note) {
    if (leads) {
      listener.onNote(note);
    }
  }

  @Override
  public boolean wantsCheckpoint() {
    return leads && file.map(CheckpointFile::isDue).orElse(false);
  }

  @Override
  public void onCheckpoint(Checkpoint checkpoint) {
    if (leads) {
      file.ifPresent(one -> one.write(checkpoint, listener::onNote));
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
    Object found = result.options().get("rateFound");
    rising.note(result.options().get("rate"), found).ifPresent(this::onNote);
  }
}
