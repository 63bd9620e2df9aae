package io.papilio.learn.job;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Source;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.model.ModelFile;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where the rows of a training come from: each worker reads its own.
 *
 * <pre>
 *   files            splits of all workers, or of the workers of a host (data-parts)
 *   standard input   read by the first worker, dealt out row by row
 *   made up          each worker makes its own
 *   rows             of a Java program or of Spark
 * </pre>
 */
public interface TrainingData {
  /** Reads the rows of this worker to learn from; all workers call it together. */
  Source.Loaded rows(Communicator comm) throws InterruptedException;

  /**
   * Reads the rows of this worker to judge by, which may be none; all workers call it together.
   *
   * @param features as those of the rows to learn from were made
   */
  Source.Loaded tests(Communicator comm, Features features) throws InterruptedException;

  /** Reads the model to begin with, if the spec names one; each worker calls it. */
  default Optional<Model> from(TrainingSpec spec) throws IOException {
    String from = spec.output().from();
    return from.isEmpty() ? Optional.empty() : Optional.of(ModelFile.read(Path.of(from)));
  }

  /**
   * Returns how files are to be read.
   *
   * @throws IllegalArgumentException if there is no such format
   */
  static DataReader.Options options(TrainingSpec spec, Features features, int threads) {
    DataSpec data = spec.data();
    DataReader.Options options =
        new DataReader.Options(
            data.fileFormat(), features, data.badLines(), threads, data.label(), true);
    boolean needsLabels = spec.family().task(spec.settings()) != ModelFamily.Task.UNLABELLED;
    return needsLabels ? options : options.withoutLabels();
  }

  /** Returns what a spec says, told by the leading worker what users should know. */
  static TrainingData of(TrainingSpec spec, Consumer<String> log) {
    return spec.data().isMadeUp() ? new MadeUp(spec) : new Files(spec, log);
  }

  /** Rows in memory, of each of which a worker has its turn. */
  static TrainingData of(Source rows, Source tests) {
    return new TrainingData() {
      @Override
      public Source.Loaded rows(Communicator comm) throws InterruptedException {
        return rows.read(comm);
      }

      @Override
      public Source.Loaded tests(Communicator comm, Features features) throws InterruptedException {
        return tests.read(comm);
      }
    };
  }

  /** Examples that nobody has. */
  record MadeUp(TrainingSpec spec) implements TrainingData {
    private ModelFamily.Sample sample() {
      return spec.family().sample(spec.seed());
    }

    @Override
    public Source.Loaded rows(Communicator comm) throws InterruptedException {
      ModelFamily.Sample sample = sample();
      return Source.generated(sample.generator(), 0, sample.rows()).read(comm);
    }

    @Override
    public Source.Loaded tests(Communicator comm, Features features) throws InterruptedException {
      if (!spec.data().tests().isEmpty()) {
        return new Files(spec, note -> {}).tests(comm, features);
      }
      ModelFamily.Sample sample = sample();
      return Source.generated(sample.generator(), sample.rows(), sample.test()).read(comm);
    }
  }

  /** What a spec names. */
  record Files(TrainingSpec spec, Consumer<String> log) implements TrainingData {

    @Override
    public Source.Loaded rows(Communicator comm) throws InterruptedException {
      DataSpec data = spec.data();
      Features features = new Features(data.bits(), data.interactions());
      return read(comm, data.inputs(), features, data.cache());
    }

    @Override
    public Source.Loaded tests(Communicator comm, Features features) throws InterruptedException {
      return spec.data().tests().isEmpty()
          ? Source.rows(List.of()).read(comm)
          : read(comm, spec.data().tests(), features, "");
    }

    private Source.Loaded read(
        Communicator comm, List<String> inputs, Features features, String cache)
        throws InterruptedException {
      Hosts hosts = Hosts.agree(comm);
      int threads = spec.place().threads() > 0 ? spec.place().threads() : hosts.threads();
      DataReader.Options options = options(spec, features, threads);
      Source source =
          cache.isEmpty()
              ? Source.files(inputs, options)
              : Source.cached(inputs, options, Path.of(cache), log);
      return spec.data().parts() ? source.read(hosts.worker(), hosts.workers()) : source.read(comm);
    }
  }
}
