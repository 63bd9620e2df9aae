package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.schedule.Algorithm;
import io.papilio.runtime.transport.process.NetOptions.Ports;
import io.papilio.spark.variable.Choice;
import io.papilio.spark.variable.MeasuredChoice;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class ConfTest {
  private static Ports ports(SparkConf conf) {
    return new Conf(conf).ports(Conf.PORT);
  }

  @Test
  void shouldMakeANewSecretOfSparksForEachStage() {
    assertEquals("salt", Conf.secret(Optional.empty(), "a 1.0", "salt"));
    Set<String> secrets = new HashSet<>();
    for (String key : List.of("key", "other")) {
      for (String job : List.of("a 1.0", "a 1.1")) {
        for (String salt : List.of("salt", "pepper")) {
          secrets.add(Conf.secret(Optional.of(key), job, salt));
        }
      }
    }
    assertEquals(8, secrets.size());
    assertTrue(Collections.disjoint(secrets, Set.of("salt", "pepper")));
  }

  @Test
  void shouldTakeAnAlgorithmByItsName() {
    SparkConf conf = new SparkConf(false);
    assertSame(Choice.CHEAPEST, new Conf(conf).choice());
    conf.set(Conf.ALGORITHM, "ring/65536");
    Algorithm named = new Conf(conf).choice().choose(null).join().orElseThrow();
    assertEquals("ring/65536", named.name());
    conf.set(Conf.ALGORITHM, "rings");
    String unknown = refused(conf);
    assertTrue(unknown.contains("spark.papilio.algorithm: no"), unknown);
    assertTrue(unknown.contains("halving-doubling, "), unknown);
  }

  @Test
  void shouldMeasureOnlyForAChoice() {
    SparkConf conf = new SparkConf(false).set(Conf.CALIBRATE, "true");
    assertInstanceOf(MeasuredChoice.class, new Conf(conf).choice());
    conf.set(Conf.ALGORITHM, "ring");
    assertTrue(refused(conf).contains("drop one of them"), refused(conf));
  }

  private static String refused(SparkConf conf) {
    return assertThrows(IllegalArgumentException.class, () -> new Conf(conf).check()).getMessage();
  }

  @Test
  void shouldListenWhereTheSettingSays() {
    SparkConf conf = new SparkConf(false);
    assertEquals(Ports.ANY, ports(conf));
    assertEquals(new Ports(4000, 4099), ports(conf.set(Conf.PORT, "4000-4099")));
    assertEquals(new Ports(4000, 4016), ports(conf.set(Conf.PORT, "4000")));
    conf.set("spark.papilio.port", "any");
    String message = assertThrows(IllegalArgumentException.class, () -> ports(conf)).getMessage();
    assertTrue(message.contains("spark.papilio.port is any"), message);
  }
}
