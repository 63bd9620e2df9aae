package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One online pass by the papilio command, with its start and its end. */
record ColdTurn(Path root, LearnSet set, Findings findings) implements Turns.Turn {
  @Override
  public String title() {
    return "text to model, the command, " + set.name();
  }

  @Override
  public void take(int round) throws IOException, InterruptedException {
    Path model = set.text().resolveSibling("model-online");
    long start = System.nanoTime();
    Child.output(
        List.of(
            root.resolve("papilio").toString(),
            "train",
            "--data",
            set.text().toString(),
            "--optimizer",
            "online",
            "--out",
            model.toString()));
    double seconds = (System.nanoTime() - start) / 1e9;
    Files.delete(model);
    double speed = LearnTimer.entries(set.data()) / seconds / 1e6;
    findings.add(List.of(new Finding(set.name(), LearnReport.TEXT_COLD, round, speed)));
  }
}
