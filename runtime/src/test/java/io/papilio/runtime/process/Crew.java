package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.launch.WorkerSpec;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Some {@link Adder} processes, by the numbers of their nodes, and what can be done to them. */
final class Crew implements AutoCloseable {
  /** Short, where a fault is silence. */
  static final Heartbeat BEAT = new Heartbeat(Duration.ofMillis(100), Duration.ofSeconds(2));

  /** JVMs that live for seconds, several at once on few cores. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** The rendezvous, where it speaks of who comes and goes. */
  static final int JOURNAL = -1;

  private final Transcript transcript = new Transcript();
  private final WorkerSpec spec;
  private final Path orders;
  private final Invitation invitation;
  private final ProcessCluster cluster;
  private final List<Recruit> recruits = new ArrayList<>();

  /** What a worker has said of a failure. */
  record Failed(int node, long millis, int rank, int culprit, String message) {}

  /** What a test has done, when, and to whom. */
  record Fault(String name, long millis, List<Integer> culprits) {}

  /** {@code folder} is an empty one, for orders and for shared memory. */
  Crew(int size, Sharing sharing, Path folder, String... flags) throws IOException {
    this(size, invitation(sharing, folder), folder, flags);
  }

  /** Without a size: nobody as yet, and the rendezvous is somebody else's. */
  Crew(int size, Invitation invitation, Path folder, String... flags) throws IOException {
    this.orders = Files.createDirectories(folder.resolve("orders"));
    this.spec = spec(Stream.concat(Stream.of(orders.toString()), Stream.of(flags)).toList());
    this.cluster =
        size == 0
            ? null
            : ProcessCluster.start(
                size,
                invitation,
                spec,
                (rank, stream, text) -> transcript.add(rank, text),
                event -> transcript.add(JOURNAL, event));
    this.invitation = size == 0 ? invitation : cluster.invitation();
  }

  /** With the usual heartbeat: a busy machine is no reason to be called dead. */
  static Invitation invitation(Sharing sharing, Path folder) throws IOException {
    Invitation usual = Invitation.local(sharing);
    ShmFolder own = new ShmFolder(Files.createDirectories(folder.resolve("shm")));
    return usual.withOptions(usual.options().withFolder(own));
  }

  static WorkerSpec spec(List<String> arguments) {
    WorkerSpec task = ProcessCluster.task(Adder.class, arguments);
    return new WorkerSpec(task.mainClass(), task.arguments(), JVM_OPTIONS);
  }

  ProcessCluster cluster() {
    return cluster;
  }

  Transcript transcript() {
    return transcript;
  }

  /** Starts a process more, behind a prefix if there is one; returns the number it will get. */
  int recruit(String... prefix) throws IOException {
    int node = pids().size();
    List<String> command = Recruit.java(JVM_OPTIONS, spec.mainClass());
    command.addAll(spec.arguments());
    int rank = cluster == null ? node : Hello.ANY;
    recruits.add(
        new Recruit(
            List.of(prefix), command, invitation.lines(rank), text -> transcript.add(node, text)));
    return node;
  }

  /** Waits until a newcomer can be in the next group. */
  void awaitReady(int node) throws InterruptedException {
    await(JOURNAL, "node " + node + " (.*) is ready");
  }

  private List<Long> pids() {
    return Stream.concat(
            cluster == null ? Stream.of() : cluster.launcher().pids().stream(),
            recruits.stream().map(Recruit::pid))
        .toList();
  }

  long pid(int node) {
    return pids().get(node);
  }

  static Integer[] nodes(int from, int to) {
    return IntStream.range(from, to).boxed().toArray(Integer[]::new);
  }

  String await(int node, String regex) throws InterruptedException {
    return transcript.await(node, regex);
  }

  /** Waits until all of them are a group, in this order. */
  void awaitGroup(int epoch, Integer... nodes) throws InterruptedException {
    for (int rank = 0; rank < nodes.length; rank++) {
      String place = "group %d rank %d size %d node %d, .*";
      await(nodes[rank], place.formatted(epoch, rank, nodes.length, nodes[rank]));
    }
  }

  /** Waits until they are a group, whichever, and it works. */
  void awaitJoin(Integer... nodes) throws InterruptedException {
    int epoch = 0;
    for (int node : nodes) {
      String group = await(node, "group .* size " + nodes.length + " .*");
      epoch = Integer.parseInt(group.split(" ")[1]);
    }
    awaitIteration(epoch, 3, nodes);
  }

  void awaitIdle(Integer... nodes) throws InterruptedException {
    for (int node : nodes) {
      await(node, "idle");
    }
  }

  /** Waits until each of them is past this iteration. */
  void awaitIteration(int epoch, int iteration, Integer... nodes) throws InterruptedException {
    for (int node : nodes) {
      String at = await(node, "at " + epoch + " .*");
      while (Integer.parseInt(at.split(" ")[2]) <= iteration) {
        at = await(node, "at " + epoch + " .*");
      }
    }
  }

  /** The last that anybody has finished. */
  int lastIteration() {
    return transcript.ofAll("at .*").stream()
        .mapToInt(text -> Integer.parseInt(text.split(" ")[2]))
        .max()
        .orElse(-1);
  }

  /** How many sums of this crew were right, on all nodes together; at least, for not all say so. */
  int iterations() {
    int count = 0;
    for (int node = 0; node < pids().size(); node++) {
      int last = -1;
      for (String line : transcript.of(node, "at .*|group .*")) {
        boolean next = line.startsWith("group");
        count += next ? last + 1 : 0;
        last = next ? -1 : Integer.parseInt(line.split(" ")[2]);
      }
      count += last + 1;
    }
    return count;
  }

  Failed awaitFailure(int node) throws InterruptedException {
    String[] words = await(node, "failed .*").split(" ", 7);
    return new Failed(
        node,
        Long.parseLong(words[1]),
        Integer.parseInt(words[3]),
        Integer.parseInt(words[5].replace(":", "")),
        words[6]);
  }

  /**
   * The failures of some nodes, each of which must name the culprit, and where it was; prints when
   * they came.
   */
  List<Failed> awaitFailures(Fault fault, Integer... nodes) throws InterruptedException {
    List<Failed> all = new ArrayList<>();
    for (int node : nodes) {
      Failed failed = awaitFailure(node);
      assertTrue(fault.culprits.contains(failed.culprit), failed.message);
      assertTrue(failed.message.contains("pid "), failed.message);
      all.add(failed);
    }
    System.out.printf(
        "%s of %s over %s: noticed after %s ms%n",
        fault.name,
        fault.culprits,
        invitation.options().sharing() == Sharing.ALWAYS ? "shm" : "tcp",
        all.stream().map(each -> each.millis - fault.millis).toList());
    return all;
  }

  /** Tells a node what to do; it looks soon. */
  void order(int node, String text) throws IOException {
    Path draft = Files.writeString(orders.resolve(node + ".draft"), text);
    Files.move(draft, orders.resolve(Integer.toString(node)), StandardCopyOption.ATOMIC_MOVE);
  }

  void orderAll(String text, Integer... nodes) throws IOException {
    for (int node : nodes) {
      order(node, text);
    }
  }

  /** From now on no group begins with a pause. */
  void neverIdle() throws IOException {
    Files.writeString(orders.resolve(Adder.NO_IDLING), "");
  }

  /** Lets all of them stop together. */
  void stop(Integer... nodes) throws IOException, InterruptedException {
    order(nodes[0], "stop");
    for (int node : nodes) {
      await(node, "stopped");
    }
  }

  /** All at once. */
  Fault kill(Integer... victims) throws IOException, InterruptedException {
    long millis = System.currentTimeMillis();
    Signals.send("KILL", Stream.of(victims).mapToLong(this::pid).toArray());
    return new Fault("kill -9", millis, List.of(victims));
  }

  /** Sends a signal; returns when that was. */
  long signal(String name, int node) throws IOException, InterruptedException {
    long millis = System.currentTimeMillis();
    Signals.send(name, pid(node));
    return millis;
  }

  /** Where the rendezvous and all nodes that have come listen. */
  List<Endpoint> endpoints() {
    List<Endpoint> all = new ArrayList<>(List.of(invitation.rendezvous()));
    for (String line : transcript.of(JOURNAL, "node \\d+ \\(.*\\) is ready")) {
      String place = line.split("[()]")[1];
      all.add(Endpoint.parse(place.substring(0, place.indexOf(','))));
    }
    return all;
  }

  /** Ends whatever runs; nothing may be left of it, and no sum may have been wrong. */
  @Override
  public void close() {
    List<Long> pids = pids();
    recruits.forEach(Recruit::close);
    if (cluster != null) {
      cluster.close();
    }
    for (long pid : pids) {
      assertTrue(ProcessHandle.of(pid).isEmpty(), () -> pid + " still runs" + transcript);
    }
    try {
      ShmFolder folder = invitation.options().folder();
      folder.sweep(recruits.stream().map(Recruit::pid).toList()::contains); // nobody else does
      assertEquals(List.of(), left(folder.path(), pids));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    transcript.assertNone(line -> line.startsWith("wrong"));
  }

  private static List<Path> left(Path folder, List<Long> pids) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file ->
                  pids.stream()
                      .anyMatch(
                          pid -> file.getFileName().toString().startsWith("papilio-" + pid + "-")))
          .toList();
    }
  }
}
