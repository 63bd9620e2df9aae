package io.papilio.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gloo as PyTorch uses it, over TCP.
 *
 * @param python an interpreter that has torch
 * @param version of torch
 */
record Gloo(String python, String version, Path script) implements Contender {

  private static final String VERSION = "import torch.distributed; print(torch.__version__)";

  static Optional<Gloo> installed(Path script) throws InterruptedException {
    return Python.with(VERSION)
        .map(python -> new Gloo(python.interpreter(), python.version(), script));
  }

  @Override
  public String name() {
    return "gloo";
  }

  @Override
  public String title() {
    return "gloo";
  }

  @Override
  public List<String> command(Job job) {
    List<String> command = new ArrayList<>(List.of(python, script.toString()));
    command.add(String.valueOf(job.ranks()));
    command.add(String.valueOf(job.samples()));
    job.lengths().forEach(length -> command.add(String.valueOf(length)));
    return command;
  }

  @Override
  public List<Timing> timings(String output) {
    return Timing.parse(output);
  }
}
