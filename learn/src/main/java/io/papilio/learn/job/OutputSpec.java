package io.papilio.learn.job;

import static io.papilio.learn.job.TrainingSpec.refuse;

import io.papilio.learn.data.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files of a training.
 *
 * @param model where the model is written; empty: nowhere
 * @param from the model to begin with; empty: none
 * @param checkpointSeconds how long a training goes on without a checkpoint, at least
 * @param resume whether to go on from the checkpoint beside the model
 */
public record OutputSpec(String model, String from, double checkpointSeconds, boolean resume) {
  /** Nothing is written. */
  public static final OutputSpec NONE = new OutputSpec("", "", 60, false);

  /** Refuses a time that is none. */
  public OutputSpec {
    refuse(
        !(checkpointSeconds >= 0),
        "checkpoint-every must be 0 seconds or more, not " + checkpointSeconds);
  }

  public Optional<Path> modelFile() {
    return model.isEmpty() ? Optional.empty() : Optional.of(Path.of(model));
  }

  /** Returns where checkpoints go, if anywhere. */
  Optional<Path> checkpointFile() {
    return modelFile().map(path -> path.resolveSibling(path.getFileName() + ".checkpoint"));
  }

  public OutputSpec withModel(Path file) {
    return new OutputSpec(file.toString(), from, checkpointSeconds, resume);
  }

  public OutputSpec withFrom(Path file) {
    return new OutputSpec(model, file.toString(), checkpointSeconds, resume);
  }

  public OutputSpec withResume() {
    return new OutputSpec(model, from, checkpointSeconds, true);
  }

  /** Without checkpoints. */
  OutputSpec withModelOnly(Path file) {
    return new OutputSpec(file.toString(), from, Double.MAX_VALUE, resume);
  }

  /** Refuses what would have no use. */
  void check() {
    refuse(resume && model.isEmpty(), "resume needs an output file: the checkpoint lies beside it");
    refuse(
        checkpointSeconds != NONE.checkpointSeconds && model.isEmpty(),
        "checkpoint-every needs an output file: checkpoints lie beside it");
  }

  /** Fails now, before long work, if the model could not be written after it. */
  void requireWritable() throws IOException {
    if (modelFile().isPresent()) {
      WholeFile.requireWritable(modelFile().get());
    }
  }
}
