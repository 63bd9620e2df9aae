package io.papilio.bench.sweep;

import java.lang.management.ManagementFactory;
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

  private Machine() {}

  /** Returns what there is to say, by topic. */
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

  private static String processor() throws InterruptedException {
    return Child.tryOutput("sed", "-n", "s/^model name.*: //p", "/proc/cpuinfo")
        .flatMap(models -> models.lines().findFirst())
        .orElse(System.getProperty("os.arch"));
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
