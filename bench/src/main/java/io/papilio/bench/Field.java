package io.papilio.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The contenders that are here. Who is not installed is left out, and it is said why. */
final class Field {
  private final Path root;
  private final List<Contender> contenders = new ArrayList<>();
  private final Versions versions;

  /** All that could be measured, in the order in which they take turns. */
  static final List<String> NAMES =
      List.of("inproc", "shm", "openmpi-shm", "tcp", "openmpi-tcp", "gloo");

  Field(Path root, List<String> names, boolean calibrates, PrintStream progress)
      throws IOException, InterruptedException {
    this.root = root;
    this.versions = new Versions(progress);
    Optional<Path> program = Optional.empty();
    if (names.stream().anyMatch(name -> name.startsWith("openmpi-"))) {
      program = openMpiProgram();
    }
    for (String name : NAMES) {
      if (names.contains(name)) {
        if (Papilio.TRANSPORTS.contains(name)) {
          contenders.add(new Papilio(root, name, calibrates));
        } else if (name.equals("gloo")) {
          gloo().ifPresent(contenders::add);
        } else if (program.isPresent()) {
          String transport = name.substring(name.indexOf('-') + 1);
          contenders.add(new OpenMpi(program.get(), versions.all().get("Open MPI"), transport));
        }
      }
    }
  }

  private Optional<Path> openMpiProgram() throws IOException, InterruptedException {
    boolean compiles = Child.tryOutput("mpicc", "--version").isPresent();
    Optional<String> version = OpenMpi.installed().filter(found -> compiles);
    if (versions.note("Open MPI", version, "openmpi-bin libopenmpi-dev").isEmpty()) {
      return Optional.empty();
    }
    Path source = root.resolve("bench/peers/allreduce.c");
    return Optional.of(OpenMpi.compile(source, root.resolve("bench/target/peers")));
  }

  private Optional<Gloo> gloo() throws InterruptedException {
    Optional<Gloo> gloo = Gloo.installed(root.resolve("bench/peers/gloo.py"));
    versions.note("PyTorch", gloo.map(Gloo::version), "python3-torch");
    return gloo;
  }

  List<Contender> contenders() {
    return contenders;
  }

  /** Of the other libraries, by name; or that they are not installed. */
  Map<String, String> versions() {
    return versions.all();
  }
}
