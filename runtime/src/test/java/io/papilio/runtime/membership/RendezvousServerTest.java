package io.papilio.runtime.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.process.NetTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rendezvous that listens, and those who come to it. */
@Timeout(60)
class RendezvousServerTest {
  private static final NetOptions OPTIONS =
      NetOptions.of(new Credentials("job", "sesame")).withSharing(Sharing.NEVER);

  private final List<String> journal = new CopyOnWriteArrayList<>();
  private RendezvousServer server;

  private void open(int size) throws IOException {
    server = new RendezvousServer(size, Heartbeat.DEFAULT, OPTIONS, journal::add);
  }

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
  }

  private Thread work(int rank, List<Worker> workers) {
    Runnable joining =
        () -> {
          try {
            Worker worker =
                Worker.join(server.endpoint(), Worker.Options.of(OPTIONS).withRank(rank));
            synchronized (workers) {
              workers.add(worker);
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    Thread thread = new Thread(joining, "worker-" + rank);
    thread.start();
    return thread;
  }

  private void await(Predicate<String> event) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (journal.stream().noneMatch(event) && System.nanoTime() < end) {
      Thread.yield();
    }
    assertTrue(journal.stream().anyMatch(event), journal::toString);
  }

  /** Writes down what it hears. */
  private record Guest(List<String> journal) implements Protocol {
    @Override
    public long channel() {
      return 2;
    }

    @Override
    public int epoch() {
      return 0;
    }

    @Override
    public void onMessage(Message message) {
      journal.add("node %d says %s".formatted(message.source(), message.text()));
      message.release();
    }

    @Override
    public void onLost(Loss loss) {
      journal.add("node %d is gone".formatted(loss.node()));
    }
  }

  @Test
  void shouldTellItsGuestWhoComesAndGoes() throws IOException {
    server = RendezvousServer.open(Heartbeat.DEFAULT, OPTIONS, node -> new Guest(journal));
    List<NetTransport> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      NetTransport node =
          NetTransport.join(server.endpoint(), Hello.ANY, OPTIONS, Duration.ofSeconds(20));
      node.send(Message.to(Transport.RENDEZVOUS, Lane.CONTROL, 2).text("hello " + i));
      nodes.add(node);
      String hello = "node %d says hello %d".formatted(node.node(), i);
      await(hello::equals);
    }
    assertEquals(3, nodes.stream().map(NetTransport::node).distinct().count());
    for (NetTransport node : nodes) {
      node.close();
      String gone = "node %d is gone".formatted(node.node());
      await(gone::equals);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldFormAGroupWhenAllHaveComeAndEndWhenAllHaveGone(int size) throws Exception {
    open(size);
    List<Worker> workers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < size - 1; rank++) {
      threads.add(work(rank, workers));
    }
    for (int rank = 0; rank < size - 1; rank++) {
      String name = "node " + rank + " (";
      await(event -> event.startsWith(name) && event.endsWith(") is ready"));
    }
    assertTrue(journal.stream().noneMatch(event -> event.contains("formed")), "one is missing");
    threads.add(work(Hello.ANY, workers));
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(size, workers.size());
    String nodes = size == 1 ? "[0]" : size == 2 ? "[0, 1]" : "[0, 1, 2]";
    assertEquals("group 0 has formed: nodes " + nodes, journal.get(size));
    threads.clear();
    for (Worker worker : workers) {
      threads.add(new Thread(worker::close));
    }
    threads.forEach(Thread::start);
    server.awaitDeserted();
    assertEquals(size, journal.stream().filter(event -> event.endsWith("is gone: left")).count());
    assertEquals(0, server.refused());
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** It waits for another in its place, though nobody at all is there for the moment. */
  @Test
  void shouldNotBeDesertedBeforeAGroupHasFormed() throws Exception {
    open(2);
    Thread watcher =
        new Thread(
            () -> {
              try {
                server.awaitDeserted();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    watcher.start();
    NetTransport.join(server.endpoint(), Hello.ANY, OPTIONS, Duration.ofSeconds(20)).close();
    await(event -> event.endsWith("is gone: left"));
    List<Worker> workers = new ArrayList<>();
    List<Thread> threads = List.of(work(Hello.ANY, workers), work(Hello.ANY, workers));
    for (Thread thread : threads) {
      thread.join();
    }
    assertTrue(watcher.isAlive());
    workers.forEach(Worker::close);
    watcher.join();
  }

  @Test
  void shouldRefuseAGroupOfNobody() {
    assertThrows(IllegalArgumentException.class, () -> open(0));
    assertThrows(IllegalArgumentException.class, () -> open(-1));
  }

  private static Message toRendezvous(int kind) {
    return Message.to(Transport.RENDEZVOUS, Lane.CONTROL, Notice.CHANNEL).kind(kind);
  }

  /** Somebody who knows the secret, but not what to say, must not harm the others. */
  @Test
  void shouldBuryThoseWhoTalkNonsense() throws Exception {
    open(1);
    List<Message> nonsense =
        List.of(
            toRendezvous(Notice.READY).text("nowhere"),
            toRendezvous(Notice.READY).text("h:1\n5 h:2"),
            toRendezvous(Notice.READY).payload(Slice.allocate(ElementType.FLOAT, 3)),
            toRendezvous(Notice.VIEW).text(""),
            toRendezvous(99).text(""));
    for (int i = 0; i < nonsense.size(); i++) {
      NetTransport transport =
          NetTransport.join(server.endpoint(), Hello.ANY, OPTIONS, Duration.ofSeconds(20));
      Listener listener = new Listener();
      transport.send(nonsense.get(i));
      while (listener.heard == null) {
        transport.await(transport.nanoTime() + 100_000_000L);
        transport.poll(listener);
      }
      assertTrue(listener.heard.contains("does not speak our protocol"), listener.heard);
      String gone = "node " + i + " .*is gone: .*does not speak our protocol.*";
      await(event -> event.replace('\n', ' ').matches(gone));
      transport.close();
      transport.awaitLeft();
    }
    List<Worker> workers = new ArrayList<>();
    work(Hello.ANY, workers).join();
    assertEquals(
        "group 0 has formed: nodes [%d]".formatted(nonsense.size()),
        journal.get(journal.size() - 1));
    workers.get(0).close();
  }

  /** Hears that it is dead. */
  private static final class Listener implements Transport.Receiver {
    private String heard;

    @Override
    public void onMessage(Message message) {
      if (message.kind() == Notice.DEAD) {
        heard = message.text();
      }
      message.release();
    }

    @Override
    public void onReleased(Message message) {}

    @Override
    public void onLost(Loss loss) {
      heard = heard == null ? loss.toString() : heard;
    }
  }
}
