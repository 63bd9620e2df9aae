package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.OpenFiles;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.tls.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What those are told who cannot join: soon, and in words that help. */
@Timeout(60)
class JoinTest {
  private static final Credentials CREDENTIALS = new Credentials("job", "open sesame");
  private static final NetOptions OPTIONS = NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private AcceptorLog log;
  private RendezvousServer rendezvous;

  @BeforeEach
  void open() throws IOException {
    log = new AcceptorLog();
    rendezvous = new RendezvousServer(2, Heartbeat.DEFAULT, OPTIONS);
  }

  @AfterEach
  void close() {
    rendezvous.close();
    log.close();
  }

  /** Why joining fails; which must not take as long as its patience would last. */
  private static String failure(Endpoint endpoint, Worker.Options options) {
    long start = System.nanoTime();
    IOException e = assertThrows(IOException.class, () -> Worker.join(endpoint, options));
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis < 10_000, millis + " ms");
    String prefix = "cannot join at %s: the rendezvous ".formatted(endpoint.describe());
    assertTrue(e.getMessage().startsWith(prefix), e.getMessage());
    return e.getMessage().substring(prefix.length());
  }

  private static Worker.Options with(NetOptions options) {
    return Worker.Options.of(options).withTimeout(PATIENCE);
  }

  private static NetOptions as(String job, String secret) {
    return NetOptions.of(new Credentials(job, secret)).withSharing(Sharing.NEVER);
  }

  @Test
  void shouldSayThatTheSecretIsAnother() throws Exception {
    assertEquals(
        "has another secret", failure(rendezvous.endpoint(), with(as("job", "close sesame"))));
    while (rendezvous.refused() == 0 || log.lines().isEmpty()) {
      Thread.onSpinWait(); // it hangs up first
    }
    assertTrue(rendezvous.refused() <= 10, "it calls again, but not for ever");
    Pattern line = Pattern.compile("refused /127.0.0.1:\\d+: has another secret");
    assertTrue(log.lines().stream().anyMatch(line.asMatchPredicate()), log.lines()::toString);
    OpenFiles.assertNoneLeft(() -> failure(rendezvous.endpoint(), with(as("job", "close sesame"))));
  }

  @Test
  void shouldSayThatTheJobIsAnother() {
    assertEquals(
        "refused us: this is job job, not demo",
        failure(rendezvous.endpoint(), with(as("demo", "open sesame"))));
  }

  @Test
  void shouldSayThatTheRankIsTaken() throws Exception {
    NetTransport first = NetTransport.join(rendezvous.endpoint(), 1, OPTIONS, PATIENCE);
    assertEquals(
        "refused us: rank 1 is taken by " + first.endpoint().describe(),
        failure(rendezvous.endpoint(), with(OPTIONS).withRank(1)));
    first.close();
    first.awaitLeft();
  }

  private static Endpoint nowhere() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Endpoint.parse("127.0.0.1:" + socket.getLocalPort());
    }
  }

  /** Again and again, since it may come yet. */
  @Test
  void shouldSayThatNobodyIsThere() throws IOException {
    List<String> journal = new ArrayList<>();
    Endpoint nowhere = nowhere();
    Worker.Options hasty =
        with(OPTIONS).withTimeout(Duration.ofSeconds(1)).withJournal(journal::add);
    assertEquals("cannot be reached: Connection refused", failure(nowhere, hasty));
    String text = "the rendezvous at %s cannot be reached: Connection refused; trying again for up";
    assertEquals(1, journal.size(), "once");
    assertEquals(text.formatted(nowhere.describe()) + " to 1.0 s", journal.get(0));
    String failure = failure(Endpoint.parse("no-such-host.invalid:1"), hasty);
    assertTrue(failure.startsWith("cannot be reached: no-such-host.invalid"), failure);
  }

  @Test
  void shouldWaitForARendezvousThatComesLater() throws Exception {
    Endpoint later = nowhere();
    CompletableFuture<String> refused = new CompletableFuture<>();
    CompletableFuture<Worker> joined =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Worker.join(later, with(OPTIONS).withJournal(refused::complete));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    String first = refused.get(20, TimeUnit.SECONDS);
    assertTrue(first.contains("Connection refused"), first);
    NetOptions there = OPTIONS.withPorts(new NetOptions.Ports(later.port(), later.port()));
    try (RendezvousServer late = new RendezvousServer(1, Heartbeat.DEFAULT, there);
        Worker worker = joined.get(20, TimeUnit.SECONDS)) {
      assertEquals(1, worker.communicator().size());
      assertEquals(0, late.refused());
    }
  }

  @Test
  void shouldSayThatNobodyAnswers() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Endpoint silent = Endpoint.parse("127.0.0.1:" + socket.getLocalPort());
      Worker.Options hasty = with(OPTIONS).withTimeout(Duration.ofMillis(100));
      assertEquals("has not answered within 0.1 s", failure(silent, hasty));
    }
  }

  @Test
  void shouldEndOnInterrupt() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Endpoint silent = Endpoint.parse("127.0.0.1:" + socket.getLocalPort());
      Thread.currentThread().interrupt();
      String failure = failure(silent, with(OPTIONS));
      assertTrue(Thread.interrupted(), "it is not swallowed");
      assertEquals("had not answered when this thread was interrupted", failure);
    }
  }

  @Test
  void shouldSayThatSomethingElseListensThere() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (Socket caller = socket.accept()) {
                  caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                  caller.getInputStream().readAllBytes();
                } catch (IOException e) {
                  return; // the caller notices
                }
              });
      server.start();
      Endpoint other = Endpoint.parse("127.0.0.1:" + socket.getLocalPort());
      assertEquals("does not speak our protocol", failure(other, with(OPTIONS)));
      server.join();
    }
  }

  /** Whoever knows the secret may still be wrong about what was said. */
  @Test
  void shouldBearAVerdictThatMakesNoSense() throws Exception {
    byte[][] verdicts = {
      new Verdict(0, true, "").encode(), {}, {1, 2, 3}, new byte[200],
    };
    String[] whys = {
      "takes shared memory that nobody has offered",
      "announced 0 bytes",
      "said what cannot be read",
      "193 bytes too many"
    };
    for (int i = 0; i < verdicts.length; i++) {
      byte[] verdict = verdicts[i];
      try (ServerSocketChannel socket = ServerSocketChannel.open()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread server = new Thread(() -> answer(socket, verdict));
        server.start();
        Endpoint odd = Endpoint.parse("127.0.0.1:" + socket.socket().getLocalPort());
        String failure = failure(odd, with(OPTIONS));
        assertTrue(failure.endsWith(whys[i]), failure);
        server.join();
      }
    }
  }

  /** It may have been given a number without hearing of it: another call would take another. */
  @Test
  void shouldSayHelloOnlyOnceIfItIsNew() throws Exception {
    AtomicInteger hellos = new AtomicInteger();
    Thread server;
    try (ServerSocketChannel socket = ServerSocketChannel.open()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server = new Thread(() -> hangUpOnHellos(socket, hellos));
      server.start();
      Endpoint rude = Endpoint.parse("127.0.0.1:" + socket.socket().getLocalPort());
      assertEquals("hung up on us: it may have another secret", failure(rude, with(OPTIONS)));
    }
    server.join();
    assertEquals(1, hellos.get());
  }

  private static void hangUpOnHellos(ServerSocketChannel socket, AtomicInteger hellos) {
    while (socket.isOpen()) {
      try (SocketChannel caller = socket.accept()) {
        caller.configureBlocking(false);
        Handshake handshake = new Handshake(CREDENTIALS, false);
        while (handshake.advance(caller) == null) {
          Thread.onSpinWait();
        }
        hellos.incrementAndGet();
      } catch (IOException e) {
        continue; // the caller has hung up, or nobody comes any more
      }
    }
  }

  private static void answer(ServerSocketChannel socket, byte[] verdict) {
    try (SocketChannel caller = socket.accept()) {
      caller.configureBlocking(false);
      Handshake handshake = new Handshake(CREDENTIALS, false);
      byte[] hello = null;
      while (hello == null) {
        hello = handshake.advance(caller);
      }
      assertEquals(Lane.CONTROL, Hello.decode(hello).lane());
      handshake.say(verdict);
      handshake.flush(caller);
      while (caller.read(ByteBuffer.allocate(100)) >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      return; // the caller has hung up
    }
  }

  /** One side encrypts and the other does not. */
  @Test
  void shouldSayThatOnlyOneSideEncrypts(@TempDir Path folder) throws Exception {
    NetOptions encrypted =
        OPTIONS.withTls(Certificates.authority(folder, "workers").worker("worker"));
    String failure = failure(rendezvous.endpoint(), with(encrypted));
    assertTrue(failure.contains("TLS"), failure);
    try (RendezvousServer secure = new RendezvousServer(1, Heartbeat.DEFAULT, encrypted)) {
      assertEquals("does not speak our protocol", failure(secure.endpoint(), with(OPTIONS)));
      for (String said : new String[] {"", "GET / HTTP/1.1\r\n\r\n", "\26\3\1\177\177\1", "\0"}) {
        long before = secure.refused();
        try (Stranger stranger = new Stranger(secure.endpoint())) {
          stranger.say(said);
        }
        while (secure.refused() == before) {
          Thread.onSpinWait();
        }
      }
      Worker.join(secure.endpoint(), with(encrypted)).close();
    }
  }
}
