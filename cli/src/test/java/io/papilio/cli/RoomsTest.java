package io.papilio.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packages that there are, and their layers, are those of docs/architecture.md. */
class RoomsTest {
  /** A row of a table of packages: the package, and its own packages, such as {@code .tcp}. */
  private static final Pattern ROW = Pattern.compile("\\| `([a-z.]+)` \\|(.*)");

  private static final Pattern INNER = Pattern.compile("`(\\.[a-z]+)`");

  private static final Pattern LAYERS = Pattern.compile("```layers\n(.*?)```", Pattern.DOTALL);

  private final Path root = DocumentationTest.root();
  private final String document;

  RoomsTest() throws IOException {
    document = Files.readString(root.resolve("docs/architecture.md"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"core", "runtime", "learn", "lab", "cli", "spark"})
  void shouldListThePackagesOfAModule(String module) throws IOException {
    assertEquals(existing(module), listed(module));
  }

  private Set<String> listed(String module) {
    Set<String> packages = new TreeSet<>();
    for (Matcher row = ROW.matcher(document); row.find(); ) {
      String name = row.group(1);
      if (name.equals(module) || name.startsWith(module + ".")) {
        packages.add(name);
        INNER.matcher(row.group(2)).results().forEach(part -> packages.add(name + part.group(1)));
      }
    }
    return packages;
  }

  private Set<String> existing(String module) throws IOException {
    Path base = root.resolve(module).resolve("src/main/java/io/papilio");
    try (Stream<Path> files = Files.walk(base)) {
      Set<String> packages = new TreeSet<>();
      files
          .filter(file -> file.endsWith("package-info.java"))
          .map(file -> base.relativize(file.getParent()).toString().replace('/', '.'))
          .forEach(packages::add);
      return packages;
    }
  }

  /** Each package uses what lies below it, and nothing above or beside it. */
  @Test
  void shouldKeepLayers() throws IOException {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.papilio.learn", "io.papilio.lab", "io.papilio.cli");
    Set<String> drawn = new TreeSet<>();
    for (Matcher picture = LAYERS.matcher(document); picture.find(); ) {
      List<String> all = List.of(picture.group(1).strip().split("\\s+"));
      List<String> above = new ArrayList<>();
      for (String line : picture.group(1).lines().toList()) {
        List<String> beside = Arrays.asList(line.split("\\s+"));
        for (String one : beside) {
          List<String> forbidden = new ArrayList<>(above);
          beside.stream().filter(other -> !other.equals(one)).forEach(forbidden::add);
          noClasses()
              .that(resideInAnyPackage(packages(List.of(one), all)))
              .should()
              .dependOnClassesThat(resideInAnyPackage(packages(forbidden, all)))
              .check(classes);
        }
        above.addAll(beside);
      }
      drawn.addAll(above);
    }
    for (String module : List.of("learn", "lab", "cli")) {
      for (String one : existing(module)) {
        assertTrue(drawn.stream().anyMatch(other -> isWithin(one, other)), one + " has no layer");
      }
    }
  }

  private static boolean isWithin(String one, String other) {
    return one.equals(other) || other.contains(".") && one.startsWith(other + ".");
  }

  /** With those in them, unless the picture has some of those itself. */
  private static String[] packages(List<String> names, List<String> picture) {
    return names.stream()
        .map(
            name ->
                picture.stream().anyMatch(other -> other.startsWith(name + "."))
                    ? "io.papilio." + name
                    : "io.papilio." + name + "..")
        .toArray(String[]::new);
  }
}
