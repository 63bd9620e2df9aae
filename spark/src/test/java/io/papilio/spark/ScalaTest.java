package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;
import scala.tools.nsc.Global;
import scala.tools.nsc.Settings;
import scala.tools.nsc.reporters.StoreReporter;

/** What the documents show in Scala is Scala. */
class ScalaTest {
  private static final String BEFORE =
      """
      import io.papilio.runtime.communicator.Reduction
      import io.papilio.spark._
      import io.papilio.spark.ml._
      import org.apache.spark.SparkContext
      import org.apache.spark.rdd.RDD
      import org.apache.spark.sql.DataFrame

      class Shown%d(
          sc: SparkContext, numbers: RDD[Int], training: DataFrame, test: DataFrame, path: String) {
      """;

  @TempDir Path folder;

  @Test
  void shouldCompile() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "spark.md"));
    Matcher snippet = Pattern.compile("```scala\n(.*?)```", Pattern.DOTALL).matcher(document);
    int count = 0;
    while (snippet.find()) {
      Path file = folder.resolve("Shown" + count + ".scala");
      Files.writeString(file, BEFORE.formatted(count) + snippet.group(1) + "}\n");
      assertEquals("", complaints(file), snippet.group(1));
      count++;
    }
    assertTrue(count > 1, "documents show no Scala");
  }

  private String complaints(Path file) {
    Settings settings = new Settings();
    settings.processArguments(
        CollectionConverters.asScala(
                List.of("-classpath", System.getProperty("java.class.path"), "-d", folder + ""))
            .toList(),
        true);
    StoreReporter reporter = new StoreReporter(settings);
    Global compiler = new Global(settings, reporter);
    compiler.new Run().compile(CollectionConverters.asScala(List.of(file.toString())).toList());
    return reporter.hasErrors() ? reporter.infos().mkString("\n") : "";
  }
}
