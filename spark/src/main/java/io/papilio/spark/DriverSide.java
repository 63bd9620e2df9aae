package io.papilio.spark;

import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.spark.variable.Coordinator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The driver's part: the rendezvous, which executors come to whenever they start, and the
 * coordinator of all variables. No values come here.
 */
final class DriverSide implements DriverPlugin {
  static final String RENDEZVOUS = "rendezvous";
  static final String JOB = "job";
  static final String SALT = "salt";
  static final String LANES = "lanes"; // the same everywhere: they are who meets whom

  /** Not of one application: a handle of an older one must not mean a variable of this one. */
  private static final AtomicLong NUMBERS = new AtomicLong();

  private static volatile DriverSide current;

  private final Map<String, Long> keys = new ConcurrentHashMap<>();
  private Map<String, String> told;
  private RendezvousServer server;
  private Coordinator coordinator;
  private Conf conf;

  /** That of this application; or an error that says what to do. */
  static DriverSide current() {
    DriverSide side = current;
    if (TaskContext.get() != null && side == null) {
      throw new IllegalStateException("this is for the driver, not for a task");
    }
    if (side == null) {
      throw new IllegalStateException(
          "Papilio is not loaded, or Spark has stopped: set spark.plugins="
              + PapilioPlugin.class.getName());
    }
    return side;
  }

  /** What executors are told. */
  @Override
  public Map<String, String> init(SparkContext context, PluginContext plugin) {
    conf = new Conf(context.conf());
    conf.check();
    String salt = Credentials.newSecret();
    String job = "spark " + salt.substring(0, 16); // the application has no number yet
    String secret = Conf.secret(Conf.sparkSecret(), job, salt);
    try {
      server =
          RendezvousServer.open(
              Conf.HEARTBEAT,
              conf.driver(job, secret),
              node -> coordinator = new Coordinator(node, conf.grace()));
    } catch (IOException e) {
      throw new UncheckedIOException("Papilio cannot listen in the driver: " + e.getMessage(), e);
    }
    Endpoint reached = Endpoint.at(conf.driverHost(), server.endpoint().port());
    told = Map.of(RENDEZVOUS, reached.toString(), JOB, job, SALT, salt, LANES, "" + conf.lanes());
    current = this;
    return told;
  }

  /** What executors were told: without Spark's secret, if it has one, that is not enough. */
  Map<String, String> told() {
    return told;
  }

  Coordinator coordinator() {
    return coordinator;
  }

  Conf conf() {
    return conf;
  }

  /** A new variable; an older one of this key is closed. */
  long open(String key, int tasks) {
    long number = NUMBERS.incrementAndGet();
    coordinator.open(number, tasks).join(); // before a task can commit
    Long older = keys.put(key, number);
    if (older != null) {
      coordinator.close(older);
    }
    return number;
  }

  /** Does nothing if it was closed, or Spark has stopped. */
  static void close(String key, long number) {
    DriverSide side = current;
    if (side != null) {
      side.keys.remove(key, number);
      side.coordinator.close(number);
    }
  }

  @Override
  public void shutdown() {
    current = current == this ? null : current;
    if (server != null) {
      server.close();
    }
  }
}
