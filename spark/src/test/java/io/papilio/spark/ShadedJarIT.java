package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What spark-submit gets: all that Papilio needs beside Spark, under its own name. */
class ShadedJarIT {
  private static final Path JAR = Path.of(System.getProperty("papilio.jar"));

  @Test
  void shouldHoldNothingThatCouldClash() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> foreign =
          jar.stream()
              .filter(entry -> !entry.isDirectory())
              .map(entry -> entry.getName())
              .filter(name -> !name.startsWith("io/papilio/") && !name.startsWith("META-INF/"))
              .toList();
      assertEquals(List.of(), foreign);
      assertTrue(jar.getEntry("io/papilio/spark/PapilioBarrier.class") != null);
    }
  }

  /** Alone with the JDK: services are found, and so is linear algebra where it has moved to. */
  @Test
  void shouldFindItsPartsAlone() throws Exception {
    URL[] jar = {JAR.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
      Class<?> algorithms = alone.loadClass("io.papilio.core.algorithm.Algorithms");
      assertTrue(((List<?>) algorithms.getMethod("all").invoke(null)).size() > 5);

      Class<?> topology = alone.loadClass("io.papilio.core.topology.Topology");
      Class<?> topologies = alone.loadClass("io.papilio.core.topology.Topologies");
      Class<?> matrix = alone.loadClass("io.papilio.core.topology.MixingMatrix");
      Object complete = topologies.getMethod("named", String.class).invoke(null, "complete");
      Object mixing = matrix.getMethod("overPeriod", topology, int.class).invoke(null, complete, 4);
      assertEquals(1.0, (double) matrix.getMethod("spectralGap").invoke(mixing), 1e-9);
    }
  }
}
