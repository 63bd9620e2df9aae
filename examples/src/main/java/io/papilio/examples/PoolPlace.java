package io.papilio.examples;

import io.papilio.learn.Papilio;
import io.papilio.learn.job.TrainingJob;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A place of your own to train in: the threads of a pool, which an application has anyway.
 *
 * <pre>
 *   pool   thread 0   TrainingJob.run(communicator of rank 0) ──> result
 *          thread 1   TrainingJob.run(communicator of rank 1)
 * </pre>
 *
 * <p>A place has two things to do: give each worker's {@link TrainingJob} a {@link Communicator},
 * and tell the other workers when one has failed. The rest is the same everywhere.
 */
public final class PoolPlace {

  private PoolPlace() {}

  /**
   * Trains on a pool that has a free thread for each worker.
   *
   * @throws ExecutionException if a worker failed
   */
  static TrainingResult train(TrainingSpec spec, ExecutorService pool)
      throws IOException, InterruptedException, ExecutionException {
    spec.check();
    int workers = spec.place().workers();
    TrainingJob job = new TrainingJob(spec, TrainingListener.NONE);
    CompletionService<Optional<TrainingResult>> done = new ExecutorCompletionService<>(pool);
    try (LocalCluster cluster = new LocalCluster(workers)) {
      for (int rank = 0; rank < workers; rank++) {
        Communicator comm = cluster.communicator(rank);
        done.submit(() -> work(cluster, comm, job));
      }
      TrainingResult result = null; // of rank 0
      for (int i = 0; i < workers; i++) {
        result = done.take().get().orElse(result);
      }
      return result;
    }
  }

  private static Optional<TrainingResult> work(
      LocalCluster cluster, Communicator comm, TrainingJob job) throws Exception {
    try (comm) {
      return job.run(comm, 0);
    } catch (Exception e) {
      cluster.lose(comm.rank(), e); // or the others would wait for it
      throw e;
    }
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    TrainingResult result = train(Papilio.train("linear").workers(3).spec(), pool);
    System.out.println("accuracy " + result.metrics().get("accuracy"));
    pool.shutdown();
  }
}
