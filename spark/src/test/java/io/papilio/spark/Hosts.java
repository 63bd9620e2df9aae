package io.papilio.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master$;
import org.apache.spark.deploy.worker.Worker$;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;
import scala.Some;

/**
 * A standalone master and workers of Spark within this process, each on an address of its own, so
 * that Spark takes them for hosts: 127.0.0.1, 127.0.0.2, ... Executors are processes.
 */
final class Hosts implements AutoCloseable {
  private final List<RpcEnv> parts = new ArrayList<>();
  private final String url;

  Hosts(int count, Path folder) {
    SparkConf conf = new SparkConf(false).set("spark.master.rest.enabled", "false");
    RpcEnv master = Master$.MODULE$.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
    parts.add(master);
    url = "spark://127.0.0.1:" + master.address().port();
    for (int number = 1; number <= count; number++) {
      parts.add(
          Worker$.MODULE$.startRpcEnvAndEndpoint(
              "127.0.0." + number,
              0,
              0,
              1,
              768,
              new String[] {url},
              folder.toString(),
              new Some<>(number),
              conf,
              Option.empty()));
    }
  }

  /** Where applications find it. */
  String url() {
    return url;
  }

  @Override
  public void close() {
    for (int i = parts.size() - 1; i >= 0; i--) {
      parts.get(i).shutdown();
      parts.get(i).awaitTermination();
    }
  }
}
