package io.papilio.spark.variable;

import io.papilio.core.price.LinkModel;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.membership.Rendezvous;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A coordinator and its managers in one thread and virtual time. */
final class SimulatedManagers {
  static final long SECOND = 1_000_000_000L;
  static final Duration GRACE = Duration.ofSeconds(2);

  final List<Manager.Commit> orphans = new ArrayList<>();
  final SimulatedNetwork network;
  final Coordinator coordinator;
  private final List<Manager> managers = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Boolean> alive = new ArrayList<>();
  private final Workshop workshop;

  /** Java's own serialisation. */
  static final Codec<Object[]> CODEC =
      new Codec<>() {
        @Override
        public byte[] encode(Object[] elements) {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(elements);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return bytes.toByteArray();
        }

        @Override
        public Object[] decode(byte[] bytes) {
          try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Object[]) in.readObject();
          } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
        }
      };

  /** All but {@code late} of the managers have joined; sums have up to three parts. */
  SimulatedManagers(int count, int late, long seed) {
    this(count, late, seed, 3, Choice.CHEAPEST);
  }

  /** What managers do in pools is done at any moment later on, in any order. */
  SimulatedManagers(int count, int late, long seed, int lanes, Choice choice) {
    network = new SimulatedNetwork(count, seed, 10_000, 2_000_000);
    SplittableRandom random = new SplittableRandom(seed);
    Executor pool = job -> network.at(network.nanoTime() + random.nextLong(1_000_000), job);
    workshop = new Workshop(pool, lanes, CODEC, choice);
    Node service = new Node(network.transport(Transport.RENDEZVOUS));
    Rendezvous rendezvous = new Rendezvous(service, 0, Heartbeat.DEFAULT);
    coordinator = new Coordinator(service, GRACE);
    rendezvous.onLeft(coordinator::onLost);
    service.execute(
        () -> {
          service.attach(rendezvous);
          service.attach(coordinator);
        });
    for (int i = 0; i < count; i++) {
      managers.add(null);
      nodes.add(null);
      alive.add(i < count - late);
      if (i < count - late) {
        join(i);
      }
    }
  }

  void join(int which) {
    Node node = new Node(network.transport(which));
    Membership membership = new Membership(node, Heartbeat.DEFAULT);
    Manager manager =
        new Manager(node, membership, Settings.of(LinkModel.tcp()), workshop, orphans::add);
    node.execute(
        () -> {
          node.attach(membership);
          manager.join();
        });
    managers.set(which, manager);
    nodes.set(which, node);
    alive.set(which, true);
  }

  Manager manager(int which) {
    return managers.get(which);
  }

  boolean isAlive(int which) {
    return alive.get(which);
  }

  void kill(int which) {
    alive.set(which, false);
    network.kill(which);
  }

  /** In an orderly way. */
  void leave(int which) {
    alive.set(which, false);
    nodes.get(which).close();
  }

  boolean run(CompletableFuture<?> future) {
    return network.runUntil(future::isDone, network.nanoTime() + 120 * SECOND);
  }

  void pass(long nanos) {
    long end = network.nanoTime() + nanos;
    network.at(end, () -> {});
    network.runUntil(() -> network.nanoTime() >= end, Long.MAX_VALUE);
  }
}
