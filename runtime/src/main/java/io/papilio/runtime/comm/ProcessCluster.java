package io.papilio.runtime.comm;

import io.papilio.runtime.launch.Exit;
import io.papilio.runtime.launch.Launcher;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.launch.WorkerSpec;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.shm.ShmPipe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
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
  private final RendezvousServer rendezvous;
  private final Launcher launcher;
  private final Invitation invitation;

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

  /** What the workers run. */
  public static WorkerSpec task(Class<? extends ProcessTask> task, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(task.getName()));
    all.addAll(arguments);
    return new WorkerSpec(WorkerProcess.class.getName(), all, List.of());
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
    if (invitation.sharing() == Sharing.ALWAYS) { // or it fails somewhere in the middle
      new ShmFolder(invitation.folder()).require(ShmPipe.bytesFor(ranks));
    }
    RendezvousServer rendezvous =
        new RendezvousServer(ranks, invitation.heartbeat(), invitation.options(), journal);
    try {
      Invitation whole = invitation.withRendezvous(rendezvous.endpoint());
      Launcher launcher = Launcher.start(ranks, spec, whole::lines, sink);
      ProcessCluster cluster = new ProcessCluster(rendezvous, launcher, whole);
      launcher.onExit(cluster::ended);
      return cluster;
    } catch (RuntimeException | Error e) {
      rendezvous.close();
      throw e;
    }
  }

  /** The processes behind it. */
  public Launcher launcher() {
    return launcher;
  }

  /** For processes that come later: who accepts it is in the next group. */
  public Invitation invitation() {
    return invitation;
  }

  /** The place where they meet. */
  public RendezvousServer rendezvous() {
    return rendezvous;
  }

  /** Waits until all have ended; fails if one of them did not end well, and says which. */
  public void await() throws InterruptedException {
    for (Exit exit : launcher.await()) {
      if (exit.code() != 0) {
        throw new IllegalStateException(exit.describe());
      }
    }
  }

  private void ended(Exit exit) {
    sweep(pid -> pid == exit.pid());
    rendezvous.ended(exit.pid(), exit.manner());
  }

  /** Ends what still runs; nothing is left, of processes or in shared memory. */
  @Override
  public void close() {
    launcher.close();
    rendezvous.close();
    sweep(Set.copyOf(launcher.pids())::contains);
  }

  private void sweep(LongPredicate isDead) {
    try {
      new ShmFolder(invitation.folder()).sweep(isDead);
    } catch (IOException e) {
      System.getLogger(ProcessCluster.class.getName())
          .log(System.Logger.Level.WARNING, "cannot look for what was left in shared memory", e);
    }
  }
}
