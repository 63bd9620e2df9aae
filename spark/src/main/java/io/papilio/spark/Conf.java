package io.papilio.spark;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Ports;
import io.papilio.spark.variable.Choice;
import io.papilio.spark.variable.MeasuredChoice;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.spark.SecurityManager;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockManagerId;

/**
 * Our settings among Spark's.
 *
 * <pre>
 *   spark.papilio.timeout       how long get() waits, 120s
 *   spark.papilio.grace         how long a lost commit may take to be made again, 2s
 *   spark.papilio.lanes         parts of a vector that are worked on at once, as many as cores
 *   spark.papilio.algorithm     the all-reduce of numbers; the cheapest
 *   spark.papilio.calibrate     whether links are measured, to find that, false
 *   spark.papilio.port          where executors listen; any
 *   spark.papilio.driver.port   the same for the driver
 * </pre>
 *
 * A port is a range such as {@code 4000-4099}, or the first of those to try, as many as {@code
 * spark.port.maxRetries} says. Addresses are those that Spark has for the driver and its executors.
 */
record Conf(SparkConf spark) {
  static final Heartbeat HEARTBEAT = Heartbeat.DEFAULT;
  static final String PORT = "spark.papilio.port";
  static final String DRIVER_PORT = "spark.papilio.driver.port";
  static final String ALGORITHM = "spark.papilio.algorithm";
  static final String CALIBRATE = "spark.papilio.calibrate";

  /** Whatever is wrong is said at the start, in the driver. */
  void check() {
    timeout();
    grace();
    lanes();
    choice();
    ports(PORT);
    ports(DRIVER_PORT);
  }

  Duration timeout() {
    return Duration.ofMillis(spark.getTimeAsMs("spark.papilio.timeout", "120s"));
  }

  Duration grace() {
    return Duration.ofMillis(spark.getTimeAsMs("spark.papilio.grace", "2s"));
  }

  int lanes() {
    int processors = Runtime.getRuntime().availableProcessors();
    int lanes =
        spark.getInt("spark.papilio.lanes", spark.getInt("spark.executor.cores", processors));
    if (lanes < 1) {
      throw new IllegalArgumentException("spark.papilio.lanes is " + lanes);
    }
    return lanes;
  }

  /** How vectors of numbers go among executors. */
  Choice choice() {
    Optional<String> name = Optional.ofNullable(spark.get(ALGORITHM, null));
    boolean calibrate = spark.getBoolean(CALIBRATE, false);
    if (name.isPresent() && calibrate) {
      throw new IllegalArgumentException(
          "%s looks for an algorithm, but %s names one: drop one of them"
              .formatted(CALIBRATE, ALGORITHM));
    }
    if (calibrate) {
      return new MeasuredChoice();
    }
    return name.map(Conf::allReduce).map(Choice::always).orElse(Choice.CHEAPEST);
  }

  private static Algorithm allReduce(String name) {
    try {
      return Algorithms.named(Collective.Kind.ALL_REDUCE, name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(ALGORITHM + ": " + e.getMessage(), e);
    }
  }

  /** How an executor takes part. */
  NetOptions executor(String job, String secret) {
    NetOptions options = options(job, secret, PORT);
    BlockManagerId self = SparkEnv.get().blockManager().blockManagerId();
    return self == null ? options : options.withHost(self.host()); // none yet in a local master
  }

  /** How the driver does. */
  NetOptions driver(String job, String secret) {
    return options(job, secret, DRIVER_PORT)
        .withHost(spark.get("spark.driver.bindAddress", driverHost()));
  }

  private NetOptions options(String job, String secret, String port) {
    return NetOptions.of(new Credentials(job, secret))
        .withPorts(ports(port))
        .withSilence(HEARTBEAT.longestSilence());
  }

  /** Where executors find the driver. */
  String driverHost() {
    return spark.get("spark.driver.host");
  }

  Ports ports(String key) {
    String setting = spark.get(key, "0");
    try {
      Ports ports = Ports.parse(setting);
      return ports.equals(Ports.ANY) || setting.contains("-")
          ? ports
          : new Ports(
              ports.first(),
              Math.min(65535, ports.first() + spark.getInt("spark.port.maxRetries", 16)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + " is " + setting + ": " + e.getMessage(), e);
    }
  }

  /** What Spark's processes have to know, if they have to prove who they are. */
  static Optional<String> sparkSecret() {
    SecurityManager security = SparkEnv.get().securityManager();
    return security.isAuthenticationEnabled()
        ? Optional.of(security.getSecretKey())
        : Optional.empty();
  }

  /** Known to those who know Spark's secret, or, if it has none, to those who know the salt. */
  static String secret(Optional<String> sparkSecret, String job, String salt) {
    if (sparkSecret.isEmpty()) {
      return salt;
    }
    try {
      String algorithm = "HmacSHA256";
      Mac mac = Mac.getInstance(algorithm);
      byte[] key = sparkSecret.get().getBytes(StandardCharsets.UTF_8);
      mac.init(new SecretKeySpec(key, algorithm));
      byte[] proof = mac.doFinal((job + " " + salt).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(proof);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
