package io.papilio.learn.job;

import io.papilio.learn.data.ByteCount;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.HeapSpace;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.cache.CachedSource;
import io.papilio.learn.data.cache.RowStore;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.read.FileSource;
import io.papilio.learn.data.read.Inputs;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.model.ModelFile;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the rows of a training come from: each worker reads its own.
 *
 * <pre>
 *   files            splits of all workers, or of the workers of a host (data-parts)
 *   standard input   read by the first worker, dealt out row by row
 *   made up          each worker makes its own
 *   in memory        rows of a Java program, of each of which a worker has its turn
 *   Spark            brings its own
 * </pre>
 */
public interface TrainingData {
  /** Reads the rows of this worker to learn from; all workers call it together. */
  Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException;

  /**
   * Reads the rows of this worker to judge by, which may be none; all workers call it together.
   *
   * @param features as those of the rows to learn from were made
   */
  Source.Loaded tests(Communicator comm, Features features, Loading loading)
      throws InterruptedException;

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
  static ReaderOptions options(TrainingSpec spec, Features features, int threads) {
    DataSpec data = spec.data();
    ReaderOptions options =
        new ReaderOptions(
            data.fileFormat(), features, data.badLines(), threads, data.label(), true);
    return spec.needsLabels() ? options : options.withoutLabels();
  }

  /** Returns what a spec names. */
  static TrainingData of(TrainingSpec spec) {
    return spec.data().isMadeUp() ? new MadeUp(spec) : new Files(spec, Hosts.id());
  }

  /**
   * Returns what is in memory, and for the rest what a spec names.
   *
   * @param rows to learn from, if they are in memory
   * @param tests rows to judge by, if they are in memory, given how features are made
   */
  static TrainingData of(
      TrainingSpec spec, Optional<Source> rows, Optional<Function<Features, Source>> tests) {
    TrainingData named = of(spec);
    return new TrainingData() {
      @Override
      public Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException {
        return rows.isPresent() ? rows.get().read(comm) : named.rows(comm, loading);
      }

      @Override
      public Source.Loaded tests(Communicator comm, Features features, Loading loading)
          throws InterruptedException {
        return tests.isPresent()
            ? tests.get().apply(features).read(comm)
            : named.tests(comm, features, loading);
      }
    };
  }

  /** Examples that nobody has. */
  record MadeUp(TrainingSpec spec) implements TrainingData {
    private ModelFamily.Sample sample() {
      return spec.family().sample(spec.seed());
    }

    @Override
    public Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException {
      ModelFamily.Sample sample = sample();
      Source.Loaded made = Source.generated(sample.generator(), 0, sample.rows()).read(comm);
      Report note =
          new Report(
              made.report().inputs(), made.features(), "no data: learning from made-up examples");
      return new Source.Loaded(made.blocks(), note, made.width());
    }

    @Override
    public Source.Loaded tests(Communicator comm, Features features, Loading loading)
        throws InterruptedException {
      if (!spec.data().tests().isEmpty()) {
        return new Files(spec, Hosts.id()).tests(comm, features, loading);
      }
      ModelFamily.Sample sample = sample();
      return Source.generated(sample.generator(), sample.rows(), sample.test()).read(comm);
    }
  }

  /**
   * What a spec names.
   *
   * @param host by which the host of this worker can be told from others
   */
  record Files(TrainingSpec spec, String host) implements TrainingData {
    /** The share of the rows' memory that rows to judge by get, if there are any. */
    private static final double OF_TESTS = 0.25;

    @Override
    public Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException {
      DataSpec data = spec.data();
      RowStore.Room room = room(comm, data.tests().isEmpty() ? 1 : 1 - OF_TESTS);
      Function<ReaderOptions, Source> source =
          data.cache().isEmpty()
              ? how -> inFiles(data.inputs(), how, room, loading)
              : how -> new CachedSource(data.inputs(), how, Path.of(data.cache()), room, loading);
      return read(comm, data.inputs(), new Features(data.bits(), data.interactions()), source);
    }

    @Override
    public Source.Loaded tests(Communicator comm, Features features, Loading loading)
        throws InterruptedException {
      List<String> tests = spec.data().tests();
      if (tests.isEmpty()) {
        return Source.rows(List.of()).read(comm);
      }
      RowStore.Room room = room(comm, OF_TESTS);
      return read(comm, tests, features, how -> inFiles(tests, how, room, loading));
    }

    private static Source inFiles(
        List<String> files, ReaderOptions how, RowStore.Room room, Loading loading) {
      return new FileSource(files, how, () -> new RowStore(room, loading), loading);
    }

    /** Returns where a worker may keep rows that are to have a share of its memory. */
    private RowStore.Room room(Communicator comm, double share) {
      DataSpec data = spec.data();
      int sharers = HeapSpace.sharers(comm);
      long heap = Runtime.getRuntime().maxMemory();
      if (data.memory() > heap / sharers) {
        throw new IllegalArgumentException(
            "memory of %s for each of %d workers is more than the heap, %s"
                .formatted(ByteCount.text(data.memory()), sharers, ByteCount.text(heap)));
      }
      RowStore.Room usual = RowStore.Room.ofHeap(sharers);
      return new RowStore.Room(
          (long) (share * (data.memory() > 0 ? data.memory() : usual.memory())),
          data.cache().isEmpty() ? usual.folder() : Path.of(data.cache()));
    }

    private Source.Loaded read(
        Communicator comm,
        List<String> inputs,
        Features features,
        Function<ReaderOptions, Source> opened)
        throws InterruptedException {
      Hosts hosts = Hosts.agree(comm, host);
      int threads = spec.place().threads() > 0 ? spec.place().threads() : hosts.threads();
      Source source = opened.apply(options(spec, features, threads));
      if (!spec.data().parts()) {
        SameFiles.require(comm, Hosts.name(), Inputs.sizes(inputs));
      }
      Source own =
          spec.data().parts()
              ? (worker, workers) -> source.read(hosts.worker(), hosts.workers())
              : source;
      return own.read(comm);
    }
  }
}
