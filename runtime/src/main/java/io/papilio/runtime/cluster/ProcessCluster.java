package io.papilio.runtime.cluster;

import io.papilio.runtime.launch.Exit;
import io.papilio.runtime.launch.Launcher;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.launch.WorkerSpec;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmPipe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;

/**
 * A group of processes on this machine, and the rendezvous that they meet at.
 *
 * <pre>{@code
 * try (ProcessCluster cluster = ProcessCluster.start(4, MyTask.class, List.of("--epochs", "3"))) {
 *   cluster.await();
 * }
 * }</pre>
 *
 * What they print is printed here, behind their rank. When this process ends, so do they.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final int KILLED = 128 + 9;

  private final RendezvousServer rendezvous;
  private final Launcher launcher;
  private final Invitation invitation;
  private final Thread hook = new Thread(this::close, "papilio-cluster-close");
  private final Map<Long, String> lost = new ConcurrentHashMap<>();

  private ProcessCluster(RendezvousServer rendezvous, Launcher launcher, Invitation invitation) {
    this.rendezvous = rendezvous;
    this.launcher = launcher;
    this.invitation = invitation;
  }

  /** With whatever connects processes of this machine best. */
  public static ProcessCluster start(
      int ranks, Class<? extends ProcessTask> task, List<String> arguments) throws IOException {
    return start(
        ranks,
        Invitation.local(Sharing.AUTO),
        task(task, arguments),
        LineSink.prefixed(System.out, System.err));
  }

  /** Returns what a worker runs that does this task. */
  public static WorkerSpec task(Class<? extends ProcessTask> task, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(task.getName()));
    all.addAll(arguments);
    return new WorkerSpec(WorkerProcess.class.getName(), all, List.of());
  }

  /** What each rank reads from its life line: its invitation, and the arguments of its task. */
  private static IntFunction<List<String>> told(Invitation invitation, WorkerSpec spec) {
    return rank -> {
      List<String> lines = new ArrayList<>(invitation.lines(rank));
      lines.addAll(WorkerProcess.lines(spec));
      return lines;
    };
  }

  /** As the invitation says; but the rendezvous is here, on loopback and any free port. */
  public static ProcessCluster start(
      int ranks, Invitation invitation, WorkerSpec spec, LineSink sink) throws IOException {
    return start(ranks, invitation, spec, sink, event -> {});
  }

  /** The journal is told, in words, who comes and goes. */
  public static ProcessCluster start(
      int ranks, Invitation invitation, WorkerSpec spec, LineSink sink, Consumer<String> journal)
      throws IOException {
    if (invitation.options().sharing() == Sharing.ALWAYS) { // or it fails somewhere in the middle
      invitation.options().folder().require(ShmPipe.bytesFor(ranks));
    }
    int cores = Runtime.getRuntime().availableProcessors();
    Heartbeat heartbeat = invitation.heartbeat().orElse(Heartbeat.of(ranks, cores));
    RendezvousServer rendezvous =
        new RendezvousServer(ranks, heartbeat, invitation.options(), journal);
    try {
      Invitation whole = invitation.withRendezvous(rendezvous.endpoint()).withHeartbeat(heartbeat);
      Launcher launcher =
          Launcher.start(ranks, WorkerProcess.command(spec), told(whole, spec), sink);
      ProcessCluster cluster = new ProcessCluster(rendezvous, launcher, whole);
      cluster.watch();
      return cluster;
    } catch (RuntimeException | Error e) {
      rendezvous.close();
      throw e;
    }
  }

  /** Sees to it that nobody waits for ever, and that nothing is left however this process ends. */
  private void watch() {
    Runtime.getRuntime().addShutdownHook(hook);
    launcher.onExit(this::ended);
    rendezvous.onLost((reason, pid) -> giveUp(pid, reason));
    rendezvous.formWithin(
        invitation.joinTimeout(),
        () ->
            launcher.pids().stream()
                .filter(pid -> !rendezvous.has(pid))
                .forEach(pid -> giveUp(pid, "did not come within " + seconds() + " s")));
  }

  private long seconds() {
    return invitation.joinTimeout().toSeconds();
  }

  private void giveUp(long pid, String reason) {
    lost.put(pid, reason);
    launcher.giveUp(pid);
  }

  public Launcher launcher() {
    return launcher;
  }

  /** For processes that come later: who accepts it is in the next group. */
  public Invitation invitation() {
    return invitation;
  }

  public RendezvousServer rendezvous() {
    return rendezvous;
  }

  /** Waits until all have ended; fails if one of them did not end well, and says which. */
  public void await() throws InterruptedException {
    List<Exit> failures = launcher.await().stream().filter(exit -> exit.code() != 0).toList();
    for (Exit exit : failures) {
      if (exit.code() == KILLED && lost.containsKey(exit.pid())) { // the cause of all others
        throw new IllegalStateException(
            "worker %d (pid %d) was given up: %s"
                .formatted(exit.rank(), exit.pid(), lost.get(exit.pid())));
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.get(0).describe());
    }
  }

  private void ended(Exit exit) {
    sweep(pid -> pid == exit.pid());
    rendezvous.ended(exit.pid(), exit.manner());
  }

  /** Ends what still runs; nothing is left, of processes or in shared memory. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is about to end: perhaps it is the hook that calls.
    }
    launcher.close();
    rendezvous.close();
    sweep(Set.copyOf(launcher.pids())::contains);
  }

  private void sweep(LongPredicate isDead) {
    try {
      invitation.options().folder().sweep(isDead);
    } catch (IOException e) {
      System.getLogger(ProcessCluster.class.getName())
          .log(System.Logger.Level.WARNING, "cannot look for what was left in shared memory", e);
    }
  }
}
