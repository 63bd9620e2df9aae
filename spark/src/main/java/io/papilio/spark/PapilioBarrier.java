package io.papilio.spark;

import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.NetOptions;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.TaskFailureListener;
import scala.Function1;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * The tasks of a barrier stage as a group of ranks.
 *
 * <pre>{@code
 * PapilioBarrier.mapPartitions(rows, (comm, part) -> {
 *   float[] gradient = ...
 *   comm.allReduce(gradient, Reduction.SUM);
 *   ...
 * });
 * }</pre>
 *
 * Spark brings the tasks together once, by its own barrier, which takes about a second. From then
 * on they talk to each other directly, and the driver has no part in it.
 *
 * <pre>
 *   task 0 opens a rendezvous --allGather: where it is, salt--> all tasks join it
 * </pre>
 *
 * When a task fails or is lost, the calls of the others end with {@link
 * io.papilio.runtime.communicator.CollectiveException}, so that all fail and Spark runs the stage
 * again.
 *
 * <p>Tasks listen on the host that their executor has for Spark, on any port or on those of {@code
 * spark.papilio.port}: a range such as {@code 4000-4099}, or the first of those to try, as many as
 * {@code spark.port.maxRetries} says. Each task needs one, and task 0 two. Who connects proves that
 * it knows a secret; with {@code spark.authenticate} that is derived from Spark's own and does not
 * travel. What tasks say to each other is not encrypted.
 */
public final class PapilioBarrier {
  /** All have just left the same barrier: whoever is not there by then does not come. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private PapilioBarrier() {}

  /**
   * Runs a function on all partitions at once, with a communicator among them; what it returns
   * becomes the partition of the same number. Spark repeats a failed barrier stage only if it ends
   * in a shuffle, so there is one, which moves each result to where it belongs.
   */
  public static <T, R> JavaRDD<R> mapPartitions(
      JavaRDD<T> rdd, FlatMapFunction2<Communicator, Iterator<T>, R> function) {
    JavaRDD<Tuple2<Integer, R>> results =
        rdd.rdd()
            .barrier()
            .<Tuple2<Integer, R>>mapPartitions(
                (Function1<
                            scala.collection.Iterator<T>,
                            scala.collection.Iterator<Tuple2<Integer, R>>>
                        & Serializable)
                    part -> run(function, part),
                false,
                ClassTag$.MODULE$.apply(Tuple2.class))
            .toJavaRDD();
    return JavaPairRDD.fromJavaRDD(results)
        .partitionBy(new HashPartitioner(rdd.getNumPartitions())) // an int is its own hash
        .values();
  }

  /**
   * Within a task of a barrier stage: a communicator among all its tasks, in which the partition is
   * the rank. All tasks have to call this. Each call forms a new group, so once is enough; the
   * group ends with the task. For those who make such a stage themselves; else see {@link
   * #mapPartitions}.
   */
  public static Communicator communicator() {
    if (!(TaskContext.get() instanceof BarrierTaskContext task)) {
      throw new IllegalStateException(
          "not within a barrier stage: run this in the function of PapilioBarrier.mapPartitions,"
              + " or of rdd.barrier().mapPartitions");
    }
    try {
      return task.partitionId() == 0 ? host(task) : join(task, "");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the tasks of this stage cannot form a group: " + e.getMessage(), e);
    }
  }

  private static Communicator host(BarrierTaskContext task) throws IOException {
    String salt = Credentials.newSecret();
    RendezvousServer server =
        new RendezvousServer(task.getTaskInfos().length, Heartbeat.DEFAULT, options(task, salt));
    try {
      Endpoint endpoint = server.endpoint();
      Communicator communicator =
          join(task, "%s:%d %s".formatted(endpoint.host(), endpoint.port(), salt));
      task.addTaskCompletionListener((TaskCompletionListener) done -> closeWhenDeserted(server));
      return communicator;
    } catch (Throwable e) { // also when Spark ends the task: nobody else closes it
      server.close();
      throw e;
    }
  }

  /** Other tasks may still need it, and Spark should not wait for them to get this one's result. */
  private static void closeWhenDeserted(RendezvousServer server) {
    Thread thread =
        new Thread(
            () -> {
              try (server) {
                server.awaitDeserted();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "papilio-rendezvous");
    thread.setDaemon(true);
    thread.start();
  }

  /** The invitation is what task 0 has to say. */
  private static Communicator join(BarrierTaskContext task, String invitation) throws IOException {
    String[] words = task.allGather(invitation)[0].split(" ");
    Worker worker =
        Worker.join(
            Endpoint.parse(words[0]),
            Worker.Options.of(options(task, words[1]))
                .withRank(task.partitionId())
                .withTimeout(PATIENCE));
    task.addTaskCompletionListener((TaskCompletionListener) done -> worker.close());
    task.addTaskFailureListener((TaskFailureListener) (failed, error) -> worker.fail(error));
    return worker.communicator();
  }

  private static NetOptions options(BarrierTaskContext task, String salt) {
    Conf conf = new Conf(SparkEnv.get().conf());
    String stage = "stage %d.%d".formatted(task.stageId(), task.stageAttemptNumber());
    String job = conf.spark().getAppId() + " " + stage;
    return conf.executor(job, Conf.secret(Conf.sparkSecret(), job, salt));
  }

  /** Runs a function in a task, and says with each result in which partition it was. */
  private static <T, R> scala.collection.Iterator<Tuple2<Integer, R>> run(
      FlatMapFunction2<Communicator, Iterator<T>, R> function, scala.collection.Iterator<T> part) {
    Communicator communicator = communicator();
    try {
      Iterator<R> results = function.call(communicator, CollectionConverters.asJava(part));
      return CollectionConverters.asScala(results)
          .map(result -> new Tuple2<>(communicator.rank(), result));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
