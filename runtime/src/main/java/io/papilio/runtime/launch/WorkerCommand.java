package io.papilio.runtime.launch;

import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts a worker: this JVM's own java and class path, another main class.
 *
 * <pre>
 *   java  encoding  passed on  memory  the spec's options  -cp class path  main class  arguments
 * </pre>
 */
final class WorkerCommand {
  /** {@link LinePump} reads UTF-8, whatever the locale. */
  private static final List<String> ENCODING =
      List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");

  /**
   * How the options begin that workers share with this JVM: which modules the class path needs, the
   * collector and the pages to use, the archive that makes a start faster, and how quiet that
   * archive is. Agents, ports and log files are not for sharing.
   */
  private static final List<String> PASSED_ON =
      List.of(
          "--add-",
          "--enable-",
          "-XX:+Use",
          "-Xshare:",
          "-XX:SharedArchiveFile=",
          "-Xlog:disable",
          "-Xlog:all=warning:stderr",
          "-Xlog:cds",
          "-Dpapilio.");

  private static final String VECTORS = "jdk.incubator.vector";

  private WorkerCommand() {}

  static List<String> of(int workers, WorkerSpec spec) {
    List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ENCODING);
    command.addAll(passedOn(inherited));
    command.addAll(vectors(inherited));
    command.addAll(WorkerMemory.here().options(workers, spec.jvmOptions(), inherited));
    command.addAll(spec.jvmOptions());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(spec.mainClass());
    command.addAll(spec.arguments());
    return command;
  }

  /** The module with vector instructions, where there is one that was not asked for anyway. */
  static List<String> vectors(List<String> inherited) {
    boolean asked = inherited.stream().anyMatch(option -> option.contains(VECTORS));
    boolean exists = ModuleFinder.ofSystem().find(VECTORS).isPresent();
    return asked || !exists ? List.of() : List.of("--add-modules=" + VECTORS);
  }

  /** Whether it is only a JVM's remark about that. */
  static boolean isRemark(String line) {
    return line.equals("WARNING: Using incubator modules: " + VECTORS);
  }

  static List<String> passedOn(List<String> inherited) {
    return inherited.stream()
        .filter(option -> PASSED_ON.stream().anyMatch(option::startsWith))
        .toList();
  }
}
