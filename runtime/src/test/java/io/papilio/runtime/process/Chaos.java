package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.process.Crew.Failed;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Rounds in which four processes add and something is done to them, drawn from a seed. Whatever it
 * is, nobody hangs, no sum is wrong, survivors name the culprit, shrink and go on.
 *
 * <pre>
 *   java io.papilio.runtime.process.Chaos ROUNDS [SEED]      a table, one row for each round
 * </pre>
 */
final class Chaos {
  private static final int RANKS = 4;

  /**
   * Which rank saw which one fail, how long it took the last to see it, and sums that were right.
   */
  private static final String ROW = "%6s  %-4s  %-28s  %-4s  %-25s  %5s  %6s";

  private final long seed;
  private final Random random;
  private final Sharing sharing;
  private final Kind kind;
  private final List<Integer> nodes = new ArrayList<>(List.of(0, 1, 2, 3));
  private final List<Integer> victims;
  private final StringBuilder saw = new StringBuilder();
  private Crew crew;
  private long slowest = -1;

  /** What is done, and to how many. */
  enum Kind {
    KILL(1),
    KILL_TWO(2),
    KILL_IN_A_CROWD(1),
    KILL_WHILE_ANOTHER_PAUSES(1),
    KILL_AGAIN_WHEN_THEY_SHRINK(2),
    STOP(1),
    PAUSE(0),
    GARBAGE(0),
    GARBAGE_AT_THE_START(0);

    private final int deaths;

    Kind(int deaths) {
      this.deaths = deaths;
    }
  }

  private Chaos(long seed) {
    this.seed = seed;
    this.random = new Random(new SplittableRandom(seed).nextLong()); // seeds in a row differ
    this.sharing = seed % 2 == 0 ? Sharing.ALWAYS : Sharing.NEVER;
    this.kind = Kind.values()[random.nextInt(Kind.values().length)];
    Collections.shuffle(nodes, random);
    this.victims = new ArrayList<>(nodes.subList(0, kind.deaths));
    nodes.removeAll(victims);
    Collections.sort(nodes);
  }

  /** One round, by its seed; returns its row of the table. */
  static String round(long seed) throws Exception {
    Chaos chaos = new Chaos(seed);
    Path folder = Files.createTempDirectory("papilio-chaos");
    try {
      chaos.run(folder);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "%s; again: -Dpapilio.seed=%d%s"
              .formatted(chaos.row(), seed, chaos.crew == null ? "" : chaos.crew.transcript()),
          e);
    } finally {
      delete(folder);
    }
    return chaos.row();
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(Chaos::deleteFile);
    }
  }

  private static void deleteFile(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String row() {
    return ROW.formatted(
        seed,
        sharing == Sharing.ALWAYS ? "shm" : "tcp",
        kind.toString().toLowerCase(Locale.ROOT).replace('_', ' '),
        victims.toString().replaceAll("[\\[\\],]", ""),
        saw,
        slowest < 0 ? "" : slowest,
        crew == null ? 0 : crew.iterations());
  }

  private void run(Path folder) throws Exception {
    List<String> flags = new ArrayList<>(List.of("auto"));
    boolean first = random.nextInt(4) == 0;
    if (first) {
      flags.add("idle");
    }
    if (random.nextInt(3) == 0) {
      flags.add("async");
    }
    Invitation invitation = Crew.invitation(sharing, folder).withHeartbeat(Crew.BEAT);
    try (Crew started = new Crew(RANKS, invitation, folder, flags.toArray(String[]::new));
        Garbage garbage = new Garbage(seed)) {
      crew = started;
      if (kind == Kind.GARBAGE_AT_THE_START) {
        bother(garbage);
      }
      Integer[] all = Crew.nodes(0, RANKS);
      if (first) {
        crew.awaitIdle(all);
        crew.neverIdle();
        crew.orderAll("go", all);
      } else {
        crew.awaitGroup(0, all);
        crew.awaitIteration(0, random.nextInt(10), all);
      }
      LockSupport.parkNanos(random.nextInt(20_000_000));
      strike(garbage);
      Integer[] living = nodes.toArray(Integer[]::new);
      if (victims.isEmpty()) {
        crew.awaitIteration(0, crew.lastIteration() + 10, living);
        crew.transcript().assertNone(line -> line.startsWith("failed"));
      } else {
        crew.awaitJoin(living);
      }
      crew.stop(living);
    }
  }

  private void strike(Garbage garbage) throws Exception {
    long millis = System.currentTimeMillis();
    switch (kind) {
      case KILL, KILL_TWO -> crew.kill(victims.toArray(Integer[]::new));
      case KILL_IN_A_CROWD -> {
        bother(garbage);
        millis = System.currentTimeMillis();
        crew.kill(victims.toArray(Integer[]::new));
      }
      case KILL_WHILE_ANOTHER_PAUSES -> {
        int paused = nodes.get(random.nextInt(nodes.size()));
        crew.signal("STOP", paused);
        LockSupport.parkNanos(random.nextInt(200_000_000));
        millis = System.currentTimeMillis();
        crew.kill(victims.toArray(Integer[]::new));
        LockSupport.parkNanos(random.nextInt(800_000_000));
        crew.signal("CONT", paused);
      }
      case KILL_AGAIN_WHEN_THEY_SHRINK -> {
        crew.kill(victims.get(0));
        crew.awaitFailure(victims.get(1));
        crew.kill(victims.get(1));
      }
      case STOP -> stop();
      case PAUSE -> {
        int paused = nodes.get(random.nextInt(nodes.size()));
        crew.signal("STOP", paused);
        LockSupport.parkNanos(random.nextInt(1_200_000_000));
        crew.signal("CONT", paused);
      }
      case GARBAGE -> bother(garbage);
      case GARBAGE_AT_THE_START -> garbage.trickle();
    }
    if (!victims.isEmpty() && kind != Kind.STOP) {
      awaitFailures(millis);
    }
  }

  /** The stopped one goes on when the others have noticed. */
  private void stop() throws Exception {
    long millis = crew.signal("STOP", victims.get(0));
    awaitFailures(millis);
    crew.signal("CONT", victims.get(0));
    Failed outcast = crew.awaitFailure(victims.get(0));
    assertTrue(outcast.culprit() == victims.get(0), outcast.message());
    crew.await(victims.get(0), "outcast .*");
    saw.append(" ").append(victims.get(0)).append(":itself");
  }

  private void awaitFailures(long millis) throws InterruptedException {
    List<Failed> all = new ArrayList<>();
    for (int node : nodes) {
      all.add(crew.awaitFailure(node));
    }
    saw.append(
        all.stream()
            .map(each -> each.node() + ":" + each.culprit())
            .collect(Collectors.joining(" ")));
    slowest = all.stream().mapToLong(Failed::millis).max().orElseThrow() - millis;
    for (Failed each : all) {
      assertTrue(victims.contains(each.culprit()), each.message());
    }
  }

  private void bother(Garbage garbage) throws IOException {
    List<Endpoint> targets = new ArrayList<>(crew.endpoints());
    Garbage.Kind[] kinds = Garbage.Kind.values();
    for (int i = 0; i < 12; i++) {
      Endpoint target = targets.get(random.nextInt(targets.size()));
      garbage.bother(target, kinds[random.nextInt(kinds.length)]);
      garbage.trickle();
    }
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
    System.out.println(ROW.formatted("seed", "over", "fault", "to", "saw", "ms", "sums"));
    for (long seed = first; seed < first + rounds; seed++) {
      System.out.println(round(seed));
    }
  }
}
