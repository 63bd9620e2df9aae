package io.papilio.cli.train;

import io.papilio.cli.network.Networks;
import io.papilio.cli.network.TimeoutOptions;
import io.papilio.cli.terminal.HelpOption;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio rendezvous}: where processes of several hosts meet. */
@Command(
    name = "rendezvous",
    description = {
      "Wait for the processes of a job, make them a group, and watch that they live.",
      "",
      "Ends when all of them have gone, or with an error if the group has not formed within"
          + " --join-timeout. Listens on loopback unless --host says otherwise. A process without"
          + " the job's secret is refused; the secret itself never travels.",
      ""
    },
    footer = {
      "",
      "Example, two processes on two hosts:",
      "  head -c 32 /dev/urandom | base64 > secret        # and copy it to both",
      "  papilio rendezvous --host 10.0.0.1 --port 4000 --job demo --size 2 --secret-file secret",
      "  papilio bench allreduce --ranks 2 --transport tcp --join 10.0.0.1:4000 --job demo \\",
      "      --secret-file secret                         # on each of the two"
    })
public final class RendezvousCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Mixin private TimeoutOptions timeouts;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "0",
      description = "Where to listen; 0 is any free port (default: ${DEFAULT-VALUE}).")
  private String port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--job",
      paramLabel = "J",
      defaultValue = "papilio",
      description = "The name of the job (default: ${DEFAULT-VALUE}).")
  private String job;

  @Option(names = "--size", paramLabel = "N", required = true, description = "How many processes.")
  private int size;

  @Option(
      names = "--secret-file",
      paramLabel = "F",
      required = true,
      description = "A file with the secret that all processes of the job know.")
  private Path secretFile;

  @Option(
      names = "--tls",
      paramLabel = "FILE",
      split = ",",
      description = "CERTIFICATE,KEY,AUTHORITY: encrypt all connections by TLS 1.3. PEM files.")
  private List<Path> tls;

  @Override
  public Integer call() throws IOException, InterruptedException {
    NetOptions options =
        NetOptions.of(Credentials.read(job, secretFile))
            .withHost(host)
            .withPorts(Ports.parse(port));
    options = tls == null ? options : options.withTls(Networks.tls(tls));
    PrintWriter out = command.commandLine().getOut();
    Heartbeat heartbeat = Networks.heartbeat(timeouts);
    Duration joinTimeout = timeouts.join();
    try (RendezvousServer server =
        new RendezvousServer(size, heartbeat, options, event -> say(out, event))) {
      server.formWithin(joinTimeout, () -> {});
      say(
          out,
          "job %s meets at %s:%d, waiting for %d processes"
              .formatted(job, server.endpoint().host(), server.endpoint().port(), size));
      server.awaitDeserted();
      server.refusal().ifPresent(RendezvousCommand::fail);
      say(out, "all have gone; %d connections were refused".formatted(server.refused()));
    }
    return 0;
  }

  private static void fail(String why) {
    throw new IllegalStateException(why);
  }

  private static void say(PrintWriter out, String what) {
    out.println(what);
    out.flush();
  }
}
