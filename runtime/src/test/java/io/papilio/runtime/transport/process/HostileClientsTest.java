package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.OpenFiles;
import io.papilio.runtime.transport.process.Handshake.WrongSecretException;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A group that works while strangers come to its rendezvous and to its workers: it never notices,
 * and whoever belongs to it still gets in.
 */
@Timeout(120)
class HostileClientsTest {
  private static final Credentials CREDENTIALS = new Credentials("job", "open sesame");
  private static final NetOptions OPTIONS = NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SIZE = 3;
  private static final int LENGTH = 1001;
  private static final String HERE = "127.0.0.1:9 memory= pid=1 cores=2";

  /** At each of the four doors so many may stand at once. */
  private static final int MOST_WAITING = 256;

  /** More would be too many files for this process. */
  private static final int MOST_HOLDING = 1_200;

  private final List<String> journal = new CopyOnWriteArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicInteger sums = new AtomicInteger();
  private volatile boolean over;
  private AcceptorLog log;
  private RendezvousServer rendezvous;

  /** What strangers do; those who hold on keep their connection. */
  private enum Kind {
    SCANS_PORTS(false),
    ASKS_FOR_HEALTH(false),
    TALKS_GARBAGE(false),
    SAYS_NOTHING(true),
    SAYS_A_LITTLE(true),
    STOPS_IN_ITS_HELLO(true),
    HANGS_UP_IN_ITS_HELLO(false),
    ANNOUNCES_TOO_MUCH(false),
    HAS_ANOTHER_SECRET(false),
    HAS_ANOTHER_JOB(false),
    WANTS_A_TAKEN_RANK(false),
    CLAIMS_TO_BE_KNOWN(false);

    private final boolean holdsOn;

    Kind(boolean holdsOn) {
      this.holdsOn = holdsOn;
    }
  }

  @BeforeEach
  void open() throws IOException {
    log = new AcceptorLog();
    rendezvous = new RendezvousServer(SIZE, Heartbeat.DEFAULT, OPTIONS, journal::add);
    for (int rank = 0; rank < SIZE; rank++) {
      Worker.Options options = Worker.Options.of(OPTIONS).withRank(rank);
      Thread thread = new Thread(() -> work(options), "worker-" + rank);
      workers.add(thread);
      thread.start();
    }
    settle(() -> sums.get() > 0);
  }

  @AfterEach
  void close() throws InterruptedException {
    over = true;
    for (Thread worker : workers) {
      worker.join();
    }
    rendezvous.close();
    log.close();
    assertNull(failure.get(), () -> failure.get().toString());
  }

  private void work(Worker.Options options) {
    try (Worker worker = Worker.join(rendezvous.endpoint(), options)) {
      worker.run(this::sum);
    } catch (Throwable e) { // assertions, too
      failure.compareAndSet(null, e);
    }
  }

  /** Sums until rank 0 says in a sum that it is over. */
  private void sum(Communicator comm) {
    int[] values = new int[LENGTH];
    do {
      for (int i = 1; i < LENGTH; i++) {
        values[i] = i * (comm.rank() + 1);
      }
      values[0] = comm.rank() == 0 && over ? 1 : 0;
      comm.allReduce(values, Reduction.SUM);
      for (int i = 1; i < LENGTH; i++) {
        assertEquals(i * SIZE * (SIZE + 1) / 2, values[i]);
      }
      sums.incrementAndGet();
    } while (values[0] == 0);
  }

  private void settle(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean() && failure.get() == null && System.nanoTime() < end) {
      Thread.yield();
    }
    assertNull(failure.get(), () -> failure.get().toString());
    assertTrue(condition.getAsBoolean(), () -> journal + " " + log.lines());
  }

  /** Where the workers listen, as the rendezvous tells. */
  private List<Endpoint> doors() {
    List<Endpoint> doors = new ArrayList<>(List.of(rendezvous.endpoint()));
    Pattern ready = Pattern.compile("node \\d+ \\((\\S+), pid \\d+\\) is ready");
    for (String event : journal) {
      Matcher matcher = ready.matcher(event);
      if (matcher.matches()) {
        doors.add(Endpoint.parse(matcher.group(1)));
      }
    }
    assertEquals(1 + SIZE, doors.size());
    return doors;
  }

  /** Does what its kind does. */
  private static void play(Kind kind, Stranger stranger, SplittableRandom random)
      throws IOException {
    byte[] garbage = new byte[1 + random.nextInt(5_000)];
    random.nextBytes(garbage);
    String nonce = "n".repeat(16);
    switch (kind) {
      case SCANS_PORTS, SAYS_NOTHING -> {}
      case ASKS_FOR_HEALTH -> stranger.say("GET /health HTTP/1.1\r\nHost: papilio\r\n\r\n");
      case TALKS_GARBAGE -> stranger.say(garbage);
      case SAYS_A_LITTLE -> stranger.say("PAPI");
      case STOPS_IN_ITS_HELLO, HANGS_UP_IN_ITS_HELLO ->
          stranger.say("PAPILIO1" + nonce + "\0\50ab");
      case ANNOUNCES_TOO_MUCH -> stranger.say("PAPILIO1" + nonce + "\177\177");
      default -> greet(kind, stranger);
    }
  }

  private static void greet(Kind kind, Stranger stranger) throws IOException {
    boolean known = kind == Kind.HAS_ANOTHER_SECRET;
    String job = kind == Kind.HAS_ANOTHER_JOB ? "other" : "job";
    int node = kind == Kind.CLAIMS_TO_BE_KNOWN ? 77 : Hello.NEW;
    Hello hello =
        new Hello(job, node, node == Hello.NEW ? 1 : -1, Lane.DATA, HERE, "", Hello.ANYBODY);
    try {
      Credentials credentials = known ? new Credentials("job", "sesame") : CREDENTIALS;
      Verdict verdict = stranger.greet(credentials, hello);
      assertTrue(!known && verdict.isRefusal(), kind + ": " + verdict);
    } catch (WrongSecretException e) {
      assertTrue(known, kind + ": " + e);
    }
  }

  @Test
  void shouldWorkOnWhileEveryKindOfStrangerComesToEveryDoor() throws Exception {
    int before = OpenFiles.count();
    for (Endpoint door : doors()) {
      boolean atRendezvous = door.equals(doors().get(0));
      for (Kind kind : Kind.values()) {
        if (kind == Kind.CLAIMS_TO_BE_KNOWN && !atRendezvous) {
          continue; // a worker believes numbers of those who know the secret
        }
        long refused = rendezvous.refused();
        int lines = log.lines().size();
        int done = sums.get();
        String address;
        try (Stranger stranger = new Stranger(door)) {
          address = stranger.address();
          play(kind, stranger, new SplittableRandom(kind.ordinal()));
        }
        settle(() -> log.lines().size() > lines && sums.get() > done + 2);
        String line = log.lines().get(lines);
        assertTrue(line.startsWith("refused " + address + ": "), line);
        assertEquals(refused + (atRendezvous ? 1 : 0), rendezvous.refused(), line);
      }
    }
    settleFiles(before);
  }

  @Test
  void shouldWorkOnWhileAThousandStrangersCome() throws Exception {
    flood(1_000);
  }

  @Test
  @Tag("full")
  void shouldWorkOnWhileManyThousandStrangersCome() throws Exception {
    flood(20_000);
  }

  private void flood(int count) throws Exception {
    long start = System.nanoTime();
    SplittableRandom random = new SplittableRandom(1);
    List<Endpoint> doors = doors();
    List<Stranger> holding = new ArrayList<>();
    int files = OpenFiles.count();
    long memory = directBytes();
    int mostFiles = 0;
    for (int i = 0; i < count; i++) {
      Endpoint door = doors.get(random.nextInt(doors.size()));
      Kind kind = Kind.values()[random.nextInt(Kind.values().length - 1)];
      Stranger stranger = new Stranger(door);
      play(kind, stranger, random);
      if (kind.holdsOn) {
        holding.add(stranger);
        if (holding.size() > MOST_HOLDING) {
          holding.remove(0).close();
        }
      } else {
        stranger.close();
      }
      if (i % 500 == 250) {
        joinAndLeave();
        mostFiles = Math.max(mostFiles, OpenFiles.count() - holding.size());
        settleBuffers(memory + (64 << 20));
      }
    }
    int doorsFull = files + doors.size() * (MOST_WAITING + 64);
    assertTrue(mostFiles < doorsFull, mostFiles + " files are open, at most " + doorsFull);
    int done = sums.get();
    for (Stranger stranger : holding) {
      stranger.close();
    }
    settle(() -> logged() >= count && sums.get() > done + 2);
    long seconds = (System.nanoTime() - start) / 1_000_000_000L + 1;
    long most = doors.size() * (100 + seconds);
    assertTrue(log.lines().size() <= most, log.lines().size() + " lines, at most " + most);
    assertTrue(rendezvous.refused() > count / 8, rendezvous.refused() + " refused");
    settleFiles(files);
  }

  /** Buffers of those who joined and left are garbage, which nobody may have collected yet. */
  private void settleBuffers(long most) {
    if (directBytes() >= most) {
      System.gc();
    }
    settle(() -> directBytes() < most);
  }

  /** How many the log speaks of: those with a line of their own, and those that are counted. */
  private long logged() {
    Matcher others = Pattern.compile("refused (\\d+) others").matcher("");
    return log.lines().stream()
        .mapToLong(line -> others.reset(line).matches() ? Long.parseLong(others.group(1)) : 1)
        .sum();
  }

  /** Somebody who belongs here gets in, and leaves again. */
  private void joinAndLeave() throws Exception {
    NetTransport late = NetTransport.join(rendezvous.endpoint(), Hello.ANY, OPTIONS, PATIENCE);
    String gone = "node " + late.node() + " .*is gone: left";
    late.close();
    settle(() -> journal.stream().anyMatch(event -> event.matches(gone)));
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private void settleFiles(int before) {
    settle(
        () -> {
          try {
            return OpenFiles.count() <= before + 10;
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** One byte now and then does not keep the door open for longer. */
  @Test
  @Tag("full")
  void shouldSendSlowStrangersAway() throws Exception {
    for (Endpoint door : doors()) {
      long start = System.nanoTime();
      try (Stranger stranger = new Stranger(door)) {
        byte[] said = ("PAPILIO1" + "n".repeat(16)).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; stranger.isConnected(); i++) {
          if (i < said.length) {
            stranger.say(new byte[] {said[i]});
          }
          Thread.sleep(500); // as slow as it is
        }
      }
      long seconds = (System.nanoTime() - start) / 1_000_000_000L;
      assertTrue(seconds >= 9 && seconds < 20, seconds + " s");
    }
  }
}
