package io.papilio.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** Who may depend on whom around Spark; the rest is in the test of this kind of the command. */
@AnalyzeClasses(packages = "io.papilio", importOptions = ImportOption.DoNotIncludeTests.class)
class SparkArchitectureTest {
  private static final String SPARK = "io.papilio.spark..";

  @ArchTest
  static void shouldKeepSparkInItsModule(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage(SPARK)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.spark..", "scala..", SPARK)
        .check(classes);
  }

  /** As learners everywhere: they see a communicator, and not how it came about. */
  @ArchTest
  static void shouldShowLearnersCommunicatorsOnly(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage("io.papilio.spark.ml..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.papilio.runtime.transport..",
            "io.papilio.runtime.engine..",
            "io.papilio.runtime.exec..",
            "io.papilio.runtime.membership..")
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void shouldHaveNoCyclesBetweenPackages(JavaClasses classes) {
    slices()
        .matching("io.papilio.spark.(*)..")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void shouldNotSleep(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage(SPARK)
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .check(classes);
  }
}
