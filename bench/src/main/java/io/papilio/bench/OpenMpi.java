package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Our C program on Open MPI, held to one transport: nothing but the named one (and {@code self}, by
 * which a rank reaches itself) may carry messages.
 *
 * @param program the compiled C program
 * @param version of Open MPI, like 4.1.4
 * @param transport shm or tcp
 */
record OpenMpi(Path program, String version, String transport) implements Contender {
  private static final Pattern VERSION = Pattern.compile("\\(Open MPI\\) (\\d+\\S*)");

  /** Open MPI here, or what is missing. */
  static Optional<String> installed() throws InterruptedException {
    return Child.tryOutput("mpirun", "--version").flatMap(OpenMpi::version);
  }

  /** From what {@code mpirun --version} says; others have an mpirun, too. */
  static Optional<String> version(String text) {
    Matcher matcher = VERSION.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Compiles the C program; what the compiler says is an error. */
  static Path compile(Path source, Path folder) throws IOException, InterruptedException {
    Path program = Files.createDirectories(folder).resolve("allreduce");
    Child.output(List.of("mpicc", "-O3", "-o", program.toString(), source.toString()));
    return program;
  }

  @Override
  public String name() {
    return "openmpi-" + transport;
  }

  @Override
  public String title() {
    return "Open MPI " + transport;
  }

  @Override
  public List<String> command(Job job) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("mpirun", "--allow-run-as-root", "--oversubscribe"));
    command.addAll(List.of("--bind-to", "none", "--mca", "pml", "ob1"));
    if (transport.equals("shm")) {
      command.addAll(List.of("--mca", "btl", "self," + (major() < 5 ? "vader" : "sm")));
    } else {
      command.addAll(List.of("--mca", "btl", "self,tcp", "--mca", "btl_tcp_if_include", "lo"));
    }
    command.addAll(List.of("-np", String.valueOf(job.ranks()), program.toString()));
    command.add(String.valueOf(job.samples()));
    job.lengths().forEach(length -> command.add(String.valueOf(length)));
    return command;
  }

  private int major() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
  }

  @Override
  public List<Timing> timings(String output) {
    return Timing.parse(output);
  }
}
