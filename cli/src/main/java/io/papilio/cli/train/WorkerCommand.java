package io.papilio.cli.train;

import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.Networks;
import io.papilio.cli.terminal.Failures;
import io.papilio.cli.terminal.HelpOption;
import io.papilio.learn.job.HostTraining;
import io.papilio.learn.job.TrainingListener;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code papilio worker}: one process of a training over hosts. */
@Command(
    name = "worker",
    description = {
      "Take part in a training that somebody else leads, as one process of a group.",
      "",
      "The group meets at a rendezvous; one of its processes is papilio train --join, and says what"
          + " to train. Each process reads its own part of the data, so that files have to be at"
          + " the same place on all hosts; with --data-parts each host has files of its own.",
      ""
    },
    footer = {
      "",
      "Example, on three hosts:",
      "  papilio rendezvous --host 10.0.0.1 --port 4000 --size 2 --secret-file secret",
      "  papilio worker --join 10.0.0.1:4000 --secret-file secret",
      "  papilio train --join 10.0.0.1:4000 --secret-file secret --data train.svm --out model"
    })
public final class WorkerCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Mixin private NetworkOptions network;

  @Override
  public Integer call() throws Exception {
    if (!network.joins()) {
      throw new IllegalArgumentException("a worker needs --join HOST:PORT");
    }
    Quiet quiet = new Quiet();
    try (Worker worker = Networks.join(network, Sharing.AUTO, quiet::onNote)) {
      return HostTraining.follow(worker, quiet) ? 0 : Failures.FAILURE;
    }
  }

  /** The leader shows how far it is. */
  private final class Quiet implements TrainingListener {
    @Override
    public void onNote(String note) {
      command.commandLine().getErr().println("papilio worker: " + note);
    }
  }
}
