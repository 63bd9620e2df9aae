package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Papilio;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.ScheduleVerifier;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.Slice;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file is enough: nothing but the class itself makes all of this work. */
class StarAllReduceTest {
  private final Algorithm star = Algorithms.named(Collective.Kind.ALL_REDUCE, "star");

  static String papilio(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Papilio.run(new PrintWriter(out), new PrintWriter(err), arguments);
    assertEquals(0, exitCode, err.toString());
    return out.toString();
  }

  @Test
  void shouldBeFound() {
    assertEquals(new StarAllReduce(), star);
  }

  @Test
  void shouldBeVerified() {
    for (int size = 1; size <= 40; size++) {
      for (int length : new int[] {0, 1, size - 1, size, size + 1, 3 * size + 2}) {
        ScheduleVerifier.verify(star, size, length);
      }
    }
  }

  @Test
  void shouldBeRun() {
    LocalCluster.run(
        5,
        comm -> {
          int[] values = {comm.rank(), 10 * comm.rank(), 7};
          comm.allReduce(Slice.of(values), Reduction.SUM, star);
          assertArrayEquals(new int[] {10, 100, 35}, values);
        });
  }

  @Test
  void shouldBePriced() {
    List<Selector.Offer> offers =
        new Selector(LinkModel.network(10, 20))
            .prices(Collective.Kind.ALL_REDUCE, 8, 1_000_000, Float.BYTES);
    Selector.Offer own =
        offers.stream().filter(offer -> offer.algorithm().equals(star)).findFirst().orElseThrow();
    assertTrue(own.price().totalNanos() > offers.get(0).price().totalNanos(), "a star is dear");
  }

  @Test
  void shouldBeListedAndDrawn(@TempDir Path folder) throws Exception {
    String table = papilio("algorithms", "--workers", "6", "--svg", folder.toString());
    assertTrue(table.contains(star.summary()), table);
    try (var files = Files.list(folder)) {
      assertTrue(files.anyMatch(file -> file.getFileName().toString().contains("star")));
    }
  }

  @Test
  void shouldBeBenchmarked() {
    String arguments = "bench allreduce --ranks 3 --lengths 100 --algorithms star --samples 2";
    String table = papilio(arguments.split(" "));
    assertTrue(table.contains("star"), table);
  }
}
