package io.papilio.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The turn of a program that prints its {@link Finding}s. */
record LearnTurn(String title, String set, List<String> command, Findings findings)
    implements Turns.Turn {

  /** {@link LearnTimer} with these arguments, in a JVM like this one. */
  static LearnTurn timer(String title, String set, Findings findings, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-X"))
            .toList());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(LearnTimer.class.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new LearnTurn(title, set, command, findings);
  }

  @Override
  public void take(int round) throws IOException, InterruptedException {
    findings.add(Finding.parse(set, round, Child.output(command)));
  }
}
