package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.process.NetOptions.Ports;
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
