package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.OpenFiles;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Values;
import io.papilio.runtime.transport.process.NetOptions.Ports;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.Certificates;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a process listens, who comes in, and who is sent away. */
@Timeout(60)
class AcceptorTest {
  private static final Credentials CREDENTIALS = new Credentials("job", "open sesame");
  private static final NetOptions OPTIONS = NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER);
  private static final long PATIENCE = 10_000_000_000L;
  private static final int MOST_WAITING = 256;
  private static final String GREETING = "PAPILIO1" + "n".repeat(16);

  private final List<Stranger> strangers = new ArrayList<>();
  private AcceptorLog log;
  private Switchboard board;

  @BeforeEach
  void open() throws IOException {
    log = new AcceptorLog();
    board = board(0, OPTIONS, Admission.NUMBERED);
    board.listen(InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    for (Stranger stranger : strangers) {
      stranger.close();
    }
    board.close();
    log.close();
  }

  private static Switchboard board(int node, NetOptions options, Admission admission)
      throws IOException {
    Hello identity = new Hello("job", node, Hello.ANY, Lane.CONTROL, "", "", Hello.ANYBODY);
    return new Switchboard(identity, options, admission, new Nothing());
  }

  /** What happens on the links does not matter here. */
  private static final class Nothing implements Switchboard.Events {
    @Override
    public void arrived(Message message) {
      message.release();
    }

    @Override
    public void released(Message message) {}

    @Override
    public void wake() {}
  }

  private Stranger stranger() throws IOException {
    Stranger stranger = new Stranger(board.endpoint());
    strangers.add(stranger);
    return stranger;
  }

  private void settle(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE;
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      board.select();
    }
    assertTrue(condition.getAsBoolean(), () -> log.lines().toString());
  }

  /** Another process with the right secret; its link to this one is open. */
  private Switchboard friend(int node) throws IOException {
    return friend(node, OPTIONS);
  }

  private Switchboard friend(int node, NetOptions options) throws IOException {
    Switchboard friend = board(node, options, Admission.NUMBERED);
    friend.listen(InetAddress.getLoopbackAddress());
    friend.learn(0, board.endpoint());
    Link link = friend.route(0, Lane.CONTROL);
    settle(
        () -> {
          friend.select();
          return link.isOpen();
        });
    return friend;
  }

  /** Two ports next to each other that are taken. */
  private static ServerSocket[] takeTwo() throws IOException {
    while (true) {
      ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      try {
        int next = first.getLocalPort() + 1;
        return new ServerSocket[] {
          first, new ServerSocket(next, 1, InetAddress.getLoopbackAddress())
        };
      } catch (IOException | IllegalArgumentException e) {
        first.close();
      }
    }
  }

  @Test
  void shouldTakeTheNextFreePortOfItsRange() throws IOException {
    ServerSocket[] taken = takeTwo();
    try (ServerSocket one = taken[0];
        ServerSocket other = taken[1]) {
      int first = one.getLocalPort();
      Ports range = new Ports(first, Math.min(65535, first + 50));
      NetTransport transport = NetTransport.open(1, OPTIONS.withPorts(range), Admission.NUMBERED);
      int port = transport.endpoint().port();
      transport.close();
      assertTrue(port > other.getLocalPort() && port <= range.last(), port + " of " + range);
    }
  }

  @Test
  void shouldSayThatAllPortsAreTaken() throws Exception {
    ServerSocket[] taken = takeTwo();
    try (ServerSocket one = taken[0];
        ServerSocket other = taken[1]) {
      int first = one.getLocalPort();
      NetOptions range = OPTIONS.withPorts(new Ports(first, first + 1));
      OpenFiles.assertNoneLeft(
          () ->
              assertEquals(
                  "no port of %d-%d is free on 127.0.0.1".formatted(first, other.getLocalPort()),
                  assertThrows(
                          BindException.class,
                          () -> NetTransport.open(1, range, Admission.NUMBERED))
                      .getMessage()));
      NetOptions single = OPTIONS.withPorts(new Ports(first, first));
      assertEquals(
          "cannot listen on 127.0.0.1 port %d: Address already in use".formatted(first),
          assertThrows(IOException.class, () -> NetTransport.open(1, single, Admission.NUMBERED))
              .getMessage());
      assertEquals(
          "cannot join at %s: the rendezvous is there, but no port of %d-%d is free on 127.0.0.1"
              .formatted(board.endpoint().describe(), first, first + 1),
          assertThrows(
                  IOException.class,
                  () -> NetTransport.join(board.endpoint(), -1, range, Duration.ofSeconds(20)))
              .getMessage());
    }
  }

  @Test
  void shouldTellAnAddressThatCanBeCalledIfItListensOnAll() throws IOException {
    for (String all : new String[] {"0.0.0.0", "::"}) {
      Switchboard everywhere = board(2, OPTIONS.withHost(all), Admission.NUMBERED);
      everywhere.listen(InetAddress.getLoopbackAddress());
      assertEquals("127.0.0.1", everywhere.endpoint().host());
      new Stranger(everywhere.endpoint()).close();
      everywhere.close();
    }
  }

  @Test
  void shouldWorkOverIpv6() throws Exception {
    assumeTrue(hasIpv6(), "no ::1 on this machine");
    String address = exchange(OPTIONS.withHost("::1"));
    assertTrue(address.startsWith("[0:0:0:0:0:0:0:1]:"), address);
  }

  /** Who has proved by TLS who it is goes on through memory, and nothing of TLS is left. */
  @Test
  void shouldShareMemoryAfterTls(@TempDir Path folder) throws Exception {
    NetOptions options =
        OPTIONS
            .withTls(Certificates.authority(folder, "workers").worker("worker"))
            .withFolder(new ShmFolder(folder))
            .withSharing(Sharing.ALWAYS);
    exchange(options);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(0, files.filter(file -> file.toString().contains("papilio-")).count());
    }
  }

  /** Some messages from one node to another; returns where that one was. */
  private static String exchange(NetOptions options) throws Exception {
    try (Polling one = new Polling(NetTransport.open(0, options, Admission.NUMBERED));
        Polling other = new Polling(NetTransport.open(1, options, Admission.NUMBERED))) {
      String address = other.transport().address();
      one.transport().learn(1, address);
      for (int i = 0; i < 10; i++) {
        Slice payload = Values.of(ElementType.INT, 100 * i, i);
        one.transport().send(Message.to(1, Lane.DATA, 7).operation(i).payload(payload));
        Message arrived = other.messages().poll(20, TimeUnit.SECONDS);
        assertEquals(i, arrived.operation());
        Values.assertAre(i, arrived.payload());
      }
      return address;
    }
  }

  private static boolean hasIpv6() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName("::1"), 0));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldSendThoseAwayWhoSayNothingOfUse() throws IOException {
    Stranger silent = stranger();
    Stranger slow = stranger().say("PAP");
    settle(() -> board.acceptor().expire(board.nanoTime()) < Long.MAX_VALUE);
    slow.say("ILIO");
    board.select();
    long now = board.nanoTime();
    long next = board.acceptor().expire(now + PATIENCE / 2);
    assertTrue(next > now && next <= now + PATIENCE + 1);
    assertEquals(0, board.acceptor().refused());
    assertEquals(Long.MAX_VALUE, board.acceptor().expire(now + PATIENCE + 1));
    assertEquals(2, board.acceptor().refused());
    silent.awaitEnd();
    slow.awaitEnd();
    assertEquals("refused " + silent.address() + ": said nothing of use for 10 s", line(silent));
  }

  /** What was logged of a caller. */
  private String line(Stranger stranger) throws IOException {
    String address = stranger.address();
    return log.lines().stream().filter(line -> line.contains(address)).findFirst().orElse("");
  }

  /** However many come, only so many are kept waiting, and nobody who is in has to leave. */
  @Test
  void shouldKeepOnlySoManyWaiting() throws IOException {
    Switchboard friend = friend(3);
    Link link = board.links()[0];
    int more = 50;
    for (int i = 0; i < MOST_WAITING + more; i++) {
      stranger();
    }
    settle(() -> board.acceptor().refused() >= more);
    for (int i = 0; i < 20; i++) {
      board.select();
    }
    assertEquals(more, board.acceptor().refused());
    for (int i = 0; i < more; i++) {
      strangers.get(i).awaitEnd();
    }
    for (int i = more; i < strangers.size(); i++) {
      assertTrue(strangers.get(i).isConnected());
    }
    assertTrue(link.isOpen(), link::failure);
    Switchboard late = friend(4);
    assertEquals(2, board.links().length);
    late.close();
    friend.close();
  }

  @Test
  void shouldKeepPlacesForThoseWhoHaveBegunToSpeak() throws IOException {
    assertStays(GREETING, "");
  }

  /** Or whoever has learned a few letters could keep everybody out. */
  @Test
  void shouldKeepPlacesForThoseWhoHaveYetToSpeak() throws IOException {
    assertStays("", GREETING);
  }

  private void assertStays(String said, String crowd) throws IOException {
    Stranger first = stranger().say(said);
    for (int i = 0; i < 20; i++) {
      board.select();
    }
    for (int i = 0; i < 2 * MOST_WAITING; i++) {
      stranger().say(crowd);
    }
    settle(() -> board.acceptor().refused() > MOST_WAITING);
    first.hear(ByteBuffer.allocate(100)); // the answer to its greeting
    assertTrue(first.isConnected(), () -> log.lines().toString());
  }

  @Test
  void shouldSayWhyItRefuses() throws IOException {
    record Case(String said, String why) {}
    List<Case> cases =
        List.of(
            new Case("", "hung up without a word"),
            new Case("PAPILIO", "hung up without a word"),
            new Case("GET / HTTP/1.1\r\n\r\n", "does not speak our protocol"),
            new Case("PAPILIO1" + "n".repeat(16), "hung up before it was done"),
            new Case("PAPILIO1" + "n".repeat(16) + "\177\177", "announced 32639 bytes"),
            new Case("PAPILIO1" + "n".repeat(16) + "\0\7" + "x".repeat(39), "has another secret"));
    for (Case each : cases) {
      long before = board.acceptor().refused();
      Stranger stranger = stranger().say(each.said);
      String address = stranger.address();
      stranger.close();
      settle(() -> board.acceptor().refused() == before + 1);
      assertEquals("refused " + address + ": " + each.why, log.lines().get(log.lines().size() - 1));
    }
    assertEquals(0, board.links().length);
  }

  /** With the right secret, but nothing that makes sense otherwise. */
  @Test
  void shouldBearNonsenseOfThoseWhoKnowTheSecret() throws Exception {
    Hello good =
        new Hello(
            "job", 7, Hello.ANY, Lane.DATA, "127.0.0.1:1 memory= pid=1 cores=2", "", Hello.ANYBODY);
    assertRefused(
        new Hello("", 7, -1, Lane.DATA, good.address(), "", Hello.ANYBODY),
        "this is job job, not ");
    String job = "j".repeat(1_900);
    assertRefused(
        new Hello(job, 7, -1, Lane.DATA, good.address(), "", Hello.ANYBODY),
        ("this is job job, not " + job).substring(0, 500));
    assertRefused(
        new Hello("job", Hello.NEW, -1, Lane.DATA, good.address(), "", Hello.ANYBODY),
        "this is a worker, not the rendezvous");
    long refused = board.acceptor().refused();
    Stranger nowhere = stranger();
    Hello lost = new Hello("job", 7, -1, Lane.DATA, "nowhere", "", Hello.ANYBODY);
    Thread caller = new Thread(() -> assertThrows(IOException.class, () -> greet(nowhere, lost)));
    caller.start();
    settle(() -> board.acceptor().refused() == refused + 1);
    caller.join();
    assertEquals(
        "refused %s: is not an address like host:port: nowhere".formatted(nowhere.address()),
        line(nowhere));
    assertEquals(0, board.links().length);
  }

  /** A process may get the port that a dead one had, and then is called in its place. */
  @Test
  void shouldNotBeTakenForAnother() throws Exception {
    Switchboard caller = board(7, OPTIONS, Admission.NUMBERED);
    caller.listen(InetAddress.getLoopbackAddress());
    for (int meant : new int[] {3, Transport.RENDEZVOUS}) {
      String name = meant == 3 ? "node 3" : "the rendezvous";
      caller.learn(meant, board.endpoint());
      Link link = caller.route(meant, Lane.DATA);
      settle(
          () -> {
            caller.select();
            return link.isClosed();
          });
      assertEquals("refused us: this is node 0, not " + name, link.failure());
      assertEquals(meant, caller.farewells().due(Long.MAX_VALUE).get(0).node());
    }
    assertEquals(0, board.links().length);
    caller.close();
  }

  /** Not even a proof, with which secrets could be tried until one fits. */
  @Test
  void shouldGiveStrangersNothingToGuessTheSecretBy() throws IOException {
    byte[] nonce = "n".repeat(16).getBytes(StandardCharsets.US_ASCII);
    Stranger stranger = stranger().say(Stranger.MAGIC).say(nonce).say("\0\1x" + "p".repeat(32));
    ByteBuffer answer = ByteBuffer.allocate(4096);
    settle(() -> stranger.hear(answer));
    answer.flip().position(Stranger.MAGIC.length);
    byte[] listeners = new byte[16];
    answer.get(listeners);
    byte[] body = new byte[answer.getShort()];
    byte[] proof = new byte[Credentials.PROOF_BYTES];
    answer.get(body).get(proof);
    assertFalse(answer.hasRemaining());
    assertTrue(Verdict.decode(body).isRefusal());
    byte[] side = {'l'};
    assertFalse(Arrays.equals(CREDENTIALS.prove(side, listeners, nonce, body), proof));
    assertArrayEquals(new byte[Credentials.PROOF_BYTES], proof);
  }

  private static Verdict greet(Stranger stranger, Hello hello) throws IOException {
    return stranger.greet(CREDENTIALS, hello);
  }

  private void assertRefused(Hello hello, String why) throws Exception {
    Stranger stranger = stranger();
    Verdict[] verdict = new Verdict[1];
    Thread caller =
        new Thread(
            () -> {
              try {
                verdict[0] = greet(stranger, hello);
              } catch (IOException e) {
                verdict[0] = Verdict.refuse("failed: " + e);
              }
            });
    caller.start();
    settle(() -> !caller.isAlive());
    caller.join();
    assertEquals(why, verdict[0].refusal());
  }

  /** It is known to the rendezvous by then, which must hear that it is gone. */
  @Test
  void shouldNotTakeTheAdmittedForStrangers() throws Exception {
    Switchboard strict = board(0, OPTIONS.withSharing(Sharing.ALWAYS), Admission.NUMBERED);
    strict.listen(InetAddress.getLoopbackAddress());
    try (Stranger stranger = new Stranger(strict.endpoint())) {
      Hello hello = new Hello("job", 7, -1, Lane.DATA, "h:1", "papilio-1-0.ring", Hello.ANYBODY);
      Thread caller =
          new Thread(() -> assertThrows(IOException.class, () -> greet(stranger, hello)));
      caller.start();
      while (strict.farewells().nextNanos() == Long.MAX_VALUE && caller.isAlive()) {
        strict.select();
      }
      caller.join();
      assertEquals(0, strict.acceptor().refused());
      List<Transport.Loss> due = strict.farewells().due(Long.MAX_VALUE);
      assertEquals(7, due.get(0).node());
      assertFalse(due.get(0).orderly());
    } finally {
      strict.close();
    }
  }

  /** A TLS record that is longer than any can be makes the library fail, and nothing else. */
  @Test
  void shouldBearRecordsThatAreTooLong(@TempDir Path folder) throws Exception {
    NetOptions encrypted =
        OPTIONS.withTls(Certificates.authority(folder, "workers").worker("worker"));
    board.close();
    board = board(0, encrypted, Admission.NUMBERED);
    board.listen(InetAddress.getLoopbackAddress());
    byte[] record = {0x16, 3, 3, 0x75, 0x30};
    Stranger stranger = stranger().say(Arrays.copyOf(record, 20_000));
    settle(() -> board.acceptor().refused() == 1);
    String start = "refused " + stranger.address() + ": sent what TLS cannot make sense of: ";
    assertTrue(line(stranger).startsWith(start), line(stranger));
    friend(3, encrypted).close();
  }

  /** Whatever somebody finds to say before it is let in, it does not end this process. */
  @Test
  void shouldOutliveFailuresOverThoseWhoWait() throws Exception {
    board.close();
    board =
        board(
            0,
            OPTIONS,
            hello -> {
              throw new IllegalStateException("no idea");
            });
    board.listen(InetAddress.getLoopbackAddress());
    Stranger stranger = stranger();
    Hello hello = new Hello("job", 7, -1, Lane.DATA, "h:1", "", Hello.ANYBODY);
    Thread caller = new Thread(() -> assertThrows(IOException.class, () -> greet(stranger, hello)));
    caller.start();
    settle(() -> board.acceptor().refused() == 1);
    caller.join();
    assertEquals(
        "refused %s: made this process fail: java.lang.IllegalStateException: no idea"
            .formatted(stranger.address()),
        line(stranger));
  }

  /** The buffers of a link are large: those with the dead must not add up. */
  @Test
  void shouldKeepNothingOfLinksWithThoseWhoAreGone() throws Exception {
    Switchboard friend = friend(3);
    WeakReference<Link> link = new WeakReference<>(board.links()[0]);
    friend.close();
    board.hangUp(3);
    board.sweep();
    board.select();
    assertNull(board.route(3, Lane.CONTROL));
    for (int i = 0; i < 50 && link.get() != null; i++) {
      board.acceptor().expire(board.nanoTime());
      System.gc();
    }
    assertNull(link.get());
  }

  @Test
  void shouldCloseWhatItOpened() throws Exception {
    OpenFiles.assertNoneLeft(
        () -> {
          close();
          strangers.clear();
          open();
          stranger();
          Switchboard friend = friend(5);
          board.select();
          friend.close();
        });
  }
}
