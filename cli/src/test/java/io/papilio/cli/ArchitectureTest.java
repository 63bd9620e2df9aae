package io.papilio.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import io.papilio.core.topology.Topology;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.sync.SyncStrategy;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/** Who may depend on whom, as far as the poms cannot say it. */
@AnalyzeClasses(packages = "io.papilio", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String CORE = "io.papilio.core..";
  private static final String RUNTIME = "io.papilio.runtime..";
  private static final String LEARN = "io.papilio.learn..";
  private static final String FACADE = "io.papilio.learn";
  private static final String TRANSPORT = "io.papilio.runtime.transport..";

  @ArchTest
  static void shouldKeepCoreToTheJdkAndLinearAlgebra(JavaClasses classes) {
    // @AutoService stays in class files, but nothing looks for it when they run.
    classes()
        .that()
        .resideInAPackage(CORE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(CORE, "java..", "org.ejml..", "com.google.auto.service..")
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void shouldKeepThreadsSocketsAndBuffersOutOfCore(JavaClasses classes) {
    // Edge lists are read from files: java.nio.file and java.nio.charset are the exception.
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.nio..")
                .and(not(resideInAnyPackage("java.nio.file..", "java.nio.charset..")))
                .or(resideInAnyPackage("java.net..", "java.util.concurrent.."))
                .or(nameMatching("java\\.lang\\.(Thread|ThreadLocal|ThreadGroup)(\\$.*)?")))
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void shouldKeepClocksOutOfCore(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat(
            resideInAPackage("java.time..").or(nameMatching("java\\.util\\.(Timer|Date|Calendar)")))
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void shouldKeepSchedulesOutOfTransports(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage(TRANSPORT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.papilio.core.schedule..",
            "io.papilio.core.algorithm..",
            "io.papilio.runtime.exec..",
            "io.papilio.runtime.cluster..",
            "io.papilio.runtime.communicator..",
            "io.papilio.runtime.mixing..",
            "io.papilio.runtime.membership..")
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void shouldShowLearnersCommunicatorsOnly(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage(LEARN)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            TRANSPORT,
            "io.papilio.runtime.engine..",
            "io.papilio.runtime.exec..",
            "io.papilio.runtime.membership..")
        .check(classes);
  }

  @ArchTest
  static void shouldShowLearnersRowsOnly(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.papilio.learn.linear..",
            "io.papilio.learn.matrix..",
            "io.papilio.learn.optimize..",
            "io.papilio.learn.metric..",
            "io.papilio.learn.sync..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.papilio.learn.data.format..",
            "io.papilio.learn.data.read..",
            "io.papilio.learn.data.cache..")
        .check(classes);
  }

  @ArchTest
  static void shouldPointOneWay(JavaClasses classes) {
    List<String> houses = List.of(CORE, RUNTIME, LEARN, "io.papilio.lab..", "io.papilio.cli..");
    for (int i = 1; i < houses.size(); i++) {
      noClasses()
          .that()
          .resideInAnyPackage(houses.subList(0, i).toArray(String[]::new))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(houses.get(i))
          .check(classes);
    }
  }

  /** Whatever the class path: other houses depend on this one, each in a module of its own. */
  @ArchTest
  static void shouldKnowNothingOfSpark(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.spark..", "scala..", "io.papilio.spark..")
        .check(classes);
  }

  /**
   * What a new model family, optimizer, strategy or topology to mix along costs: its own file. None
   * of them is named but by its package, by others of its kind, and by the facade, which spells out
   * the settings of the commonest; so adding one changes nothing that is there.
   */
  @ArchTest
  static void shouldFindFamiliesOptimizersAndStrategies(JavaClasses classes) {
    for (Class<?> kind :
        List.of(ModelFamily.class, OptimizerKind.class, SyncStrategy.class, Topology.class)) {
      Set<String> found =
          ServiceLoader.load(kind).stream()
              .map(provider -> provider.type().getName())
              .collect(Collectors.toSet());
      classes()
          .that(describe("are found", one -> found.contains(one.getName())))
          .should(
              new ArchCondition<>("be named by its package and its kind only") {
                @Override
                public void check(JavaClass one, ConditionEvents events) {
                  Set<String> mayName = Set.of(one.getPackageName(), FACADE);
                  one.getDirectDependenciesToSelf().stream()
                      .filter(use -> !use.getOriginClass().isAssignableTo(kind))
                      .filter(use -> !mayName.contains(use.getOriginClass().getPackageName()))
                      .forEach(use -> events.add(violated(use, use.getDescription())));
                }
              })
          .check(classes);
    }
  }

  @ArchTest
  static void shouldHaveNoCyclesBetweenPackages(JavaClasses classes) {
    for (String module : new String[] {"core", "runtime", "learn", "lab", "cli"}) {
      slices()
          .matching("io.papilio." + module + ".(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true)
          .check(classes);
    }
  }

  @ArchTest
  static void shouldNotUseJavaSerialization(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ObjectInputStream.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ObjectOutputStream.class)
        .check(classes);
  }

  /** What comes from the network is numbers and text: nothing in it can name a class. */
  @ArchTest
  static void shouldReadNoObjectsFromTheNetwork(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage(RUNTIME)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.rmi..", "javax.naming..", "java.beans..")
                .or(nameMatching("java\\.io\\.(Object(Input|Output).*|Externalizable)"))
                .or(nameMatching("java\\.security\\.SignedObject|javax\\.crypto\\.SealedObject")))
        .check(classes);
    noMethods()
        .that()
        .areDeclaredInClassesThat()
        .resideInAPackage(RUNTIME)
        .should()
        .haveNameMatching("readObject|readObjectNoData|readResolve|readExternal")
        .check(classes);
    noClasses()
        .that()
        .resideInAPackage(RUNTIME)
        .and(not(assignableTo(Throwable.class)))
        .and(not(assignableTo(Enum.class)))
        .should()
        .beAssignableTo(Serializable.class)
        .check(classes);
  }

  @ArchTest
  static void shouldNotSleep(JavaClasses classes) {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", long.class, int.class)
        .check(classes);
  }
}
