package io.papilio.bench.sweep;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** When, how and where something was measured, for those who want to compare. */
final class Machine {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'");

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** In words, by topic. */
  static Map<String, String> describe(Path root, String command) throws InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
    facts.put("command", "`" + command + "`");
    facts.put("commit", commit(root));
    facts.put(
        "machine",
        "%s, %d cores%s"
            .formatted(processor(), Runtime.getRuntime().availableProcessors(), memory()));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
    return facts;
  }

  private static String processor() {
    try {
      return model(Files.readString(CPU_INFO)).orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  /** The name of the first processor in the text of Linux's cpuinfo. */
  static Optional<String> model(String cpuInfo) {
    return cpuInfo
        .lines()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private static String memory() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean machine
        ? ", %d GiB".formatted(Math.round(machine.getTotalMemorySize() / 0x1p30))
        : "";
  }

  private static String commit(Path root) throws InterruptedException {
    String folder = root.toString();
    Optional<String> commit = Child.tryOutput("git", "-C", folder, "rev-parse", "--short", "HEAD");
    Optional<String> changes =
        Child.tryOutput("git", "-C", folder, "status", "--porcelain", "--untracked-files=no");
    String suffix = changes.isPresent() && !changes.get().isBlank() ? " with changes" : "";
    return commit.map(id -> id.strip() + suffix).orElse("unknown");
  }
}
