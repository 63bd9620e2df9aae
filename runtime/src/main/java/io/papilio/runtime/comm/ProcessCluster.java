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
import java.util.stream.Collectors;

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
  private final ShmFolder folder;

  private ProcessCluster(RendezvousServer rendezvous, Launcher launcher, ShmFolder folder) {
    this.rendezvous = rendezvous;
    this.launcher = launcher;
    this.folder = folder;
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

  /** The rendezvous listens where the invitation says; port 0 is any. */
  public static ProcessCluster start(
      int ranks, Invitation invitation, WorkerSpec spec, LineSink sink) throws IOException {
    ShmFolder folder = new ShmFolder(invitation.folder());
    if (invitation.sharing() == Sharing.ALWAYS) {
      folder.require(ShmPipe.bytesFor(ranks)); // or it fails somewhere in the middle
    }
    RendezvousServer rendezvous =
        new RendezvousServer(ranks, invitation.heartbeat(), invitation.options());
    try {
      Invitation whole = invitation.withRendezvous(rendezvous.endpoint());
      Launcher launcher = Launcher.start(ranks, spec, whole::lines, sink);
      return new ProcessCluster(rendezvous, launcher, folder);
    } catch (RuntimeException | Error e) {
      rendezvous.close();
      throw e;
    }
  }

  /** The processes behind it. */
  public Launcher launcher() {
    return launcher;
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

  /** Ends what still runs; nothing is left, of processes or in shared memory. */
  @Override
  public void close() {
    launcher.close();
    rendezvous.close();
    Set<Long> pids = launcher.pids().stream().collect(Collectors.toSet());
    try {
      folder.sweep(pids::contains);
    } catch (IOException e) {
      System.getLogger(ProcessCluster.class.getName())
          .log(System.Logger.Level.WARNING, "cannot look for what was left in shared memory", e);
    }
  }
}
