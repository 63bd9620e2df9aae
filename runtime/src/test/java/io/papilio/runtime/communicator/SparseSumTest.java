package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.cluster.SimulatedCluster;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All-reduces of sparse vectors among threads, processes and in simulation. */
@Timeout(60)
class SparseSumTest {
  private static final int[] PER_MILLE = {0, 1, 10, 500, 1000};

  /** Whole numbers, so that sums are exact; where they are depends on the rank. */
  private static SparseVector input(int length, int perMille, int rank) {
    int[] indices =
        IntStream.range(0, length)
            .filter(i -> Values.at(500 + rank, i) % 1000 < perMille)
            .toArray();
    float[] values = new float[indices.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Values.at(rank, indices[i]) % 2001 - 1000;
    }
    return new SparseVector(length, indices, values);
  }

  private record Question(int length, int perMille, int size) {}

  private static final Map<Question, SparseVector> ANSWERS = new ConcurrentHashMap<>();

  private static SparseVector expected(int length, int perMille, int size) {
    return ANSWERS.computeIfAbsent(
        new Question(length, perMille, size), question -> sum(length, perMille, size));
  }

  private static SparseVector sum(int length, int perMille, int size) {
    float[] sum = new float[length];
    for (int rank = 0; rank < size; rank++) {
      float[] dense = input(length, perMille, rank).toDense();
      for (int i = 0; i < length; i++) {
        sum[i] += dense[i];
      }
    }
    return SparseVector.of(sum);
  }

  private static void check(Communicator comm, int length, int... perMilles) {
    for (int perMille : perMilles) {
      SparseVector values = input(length, perMille, comm.rank());
      SparseVector sum = comm.allReduce(values);
      assertEquals(expected(length, perMille, comm.size()), sum, perMille + " of a thousand");
      assertEquals(input(length, perMille, comm.rank()), values, "left alone");
    }
    SparseAllReduce again = comm.sparseAllReduce(length);
    for (int perMille : perMilles) {
      SparseVector values = input(length, perMille, comm.rank());
      again.clear();
      for (int i = 0; i < values.entries(); i++) {
        again.add(values.index(i), values.value(i));
      }
      again.run();
      float[] sum = new float[length];
      for (int i = 0; i < again.size(); i++) {
        sum[again.index(i)] = again.value(i);
      }
      assertEquals(expected(length, perMille, comm.size()), SparseVector.of(sum), "again");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 17})
  void shouldAddUp(int size) {
    LocalCluster.run(
        size,
        comm -> {
          for (int length : new int[] {0, 1, 2, 13, 997, 5000}) {
            check(comm, length, PER_MILLE);
          }
        });
  }

  /** Fractions of all sizes, of which every order of adding gives other bits. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldGiveAllTheSameBits(int size) {
    for (double density : new double[] {0.01, 0.04, 0.5}) {
      SparseVector[] sums = new SparseVector[size];
      LocalCluster.run(
          size,
          comm -> {
            Random random = new Random(comm.rank());
            float[] values = new float[20_000];
            for (int i = 0; i < values.length; i++) {
              boolean present = random.nextDouble() < density;
              double any = random.nextGaussian() * Math.pow(10, random.nextInt(9));
              values[i] = present ? (float) any : 0;
            }
            sums[comm.rank()] = comm.allReduce(SparseVector.of(values));
          });
      for (SparseVector sum : sums) {
        assertEquals(sums[0], sum);
      }
    }
  }

  /** Whichever way it went, entries that add up to zero are none. */
  @ParameterizedTest
  @ValueSource(ints = {5, 100_000})
  void shouldLeaveOutWhatCancels(int length) {
    LocalCluster.run(
        2,
        comm -> {
          int sign = comm.rank() == 0 ? 1 : -1;
          SparseVector values =
              new SparseVector(length, new int[] {0, 2, 4}, new float[] {sign, 7, -0f});
          assertEquals(
              new SparseVector(length, new int[] {2}, new float[] {14}), comm.allReduce(values));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 9})
  void shouldSendEntriesIfTheyAreFewAndElementsIfNot(int size) {
    int length = 100_000;
    LocalCluster.run(
        size,
        comm -> {
          comm.allReduce(input(length, 1, comm.rank()));
          long few = comm.bytesSent();
          long most = 8L * 5 * size * input(length, 1, 0).entries(); // a root of 9 has 4 children
          assertTrue(few < most, few + " bytes, but at most " + most);

          comm.allReduce(input(length, 600, comm.rank()));
          long many = comm.bytesSent() - few;
          Selector selector = new Selector(comm.link());
          long elements =
              selector
                  .choose(Collective.Kind.ALL_REDUCE, size, length, Float.BYTES)
                  .schedule(comm.rank(), size, length)
                  .elementsSent();
          assertTrue(many - elements * Float.BYTES < 1000, many + " bytes for " + elements);
        });
  }

  /** A sum takes two operations, between which a rank may make other calls, and another not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldRunBesideOtherCalls(int size) {
    LocalCluster.run(
        size,
        comm -> {
          Random random = new Random(comm.rank());
          for (int round = 0; round < 8; round++) {
            List<CompletableFuture<SparseVector>> sums = new ArrayList<>();
            List<int[]> others = new ArrayList<>();
            List<CompletableFuture<Void>> otherSums = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
              sums.add(comm.allReduceAsync(input(200 + i, i * 20, comm.rank())));
              pause(random);
              others.add(new int[] {comm.rank(), i});
              otherSums.add(comm.allReduceAsync(Slice.of(others.get(i)), Reduction.MAX));
            }
            comm.barrier();
            for (int i = 0; i < 10; i++) {
              otherSums.get(i).join();
              assertArrayEquals(new int[] {size - 1, i}, others.get(i));
              assertEquals(expected(200 + i, i * 20, size), sums.get(i).join());
            }
          }
        });
  }

  private static void pause(Random random) {
    if (random.nextInt(5) == 0) {
      Thread.yield();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8})
  void shouldFailIfLengthsDiffer(int size) {
    int odd = size - 1;
    Settings soon =
        new Settings(Duration.ofMinutes(10), Duration.ofMillis(30), group -> LinkModel.inproc());
    List<String> messages = Collections.synchronizedList(new ArrayList<>());
    try (LocalCluster cluster = new LocalCluster(size, soon)) {
      CollectiveException first =
          assertThrows(
              CollectiveException.class,
              () ->
                  cluster.run(
                      comm -> {
                        SparseVector values =
                            input(comm.rank() == odd ? 100 : 101, 10, comm.rank());
                        try {
                          comm.allReduce(values);
                        } catch (CollectiveException e) {
                          messages.add(e.getMessage());
                          throw e;
                        }
                      }));
      assertTrue(first.getMessage().contains("disagrees"), first.getMessage());
    }
    assertEquals(size, messages.size(), "all ranks: " + messages);
  }

  /** Any order in which messages may come, and a rank that dies at any time, or none. */
  @Test
  void shouldEndInAnyCase() {
    int size = 4;
    int failed = 0;
    for (int seed = 0; seed < 100; seed++) {
      SimulatedNetwork network = new SimulatedNetwork(size, seed, 10_000, 200_000);
      SimulatedCluster cluster =
          new SimulatedCluster(network, Heartbeat.DEFAULT, Settings.of(LinkModel.tcp()));
      List<CompletableFuture<SparseVector>> sums = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        for (int rank = 0; rank < size; rank++) {
          sums.add(cluster.communicator(rank).allReduceAsync(input(300, 10 * i, rank)));
        }
      }
      int victim = seed % 2 == 0 ? -1 : seed / 2 % size;
      if (victim >= 0) {
        cluster.run(sums, seed * 10_000L);
        network.kill(victim);
      }
      List<CompletableFuture<SparseVector>> ofSurvivors =
          IntStream.range(0, sums.size())
              .filter(i -> i % size != victim)
              .mapToObj(sums::get)
              .toList();
      assertTrue(cluster.run(ofSurvivors, 60_000_000_000L), "somebody waits for ever: " + seed);
      for (int i = 0; i < sums.size(); i++) {
        if (i % size != victim && !hasFailed(sums.get(i), victim)) {
          assertEquals(expected(300, 10 * (i / size), size), sums.get(i).join(), "seed " + seed);
        } else if (i % size != victim) {
          failed++;
        }
      }
    }
    assertTrue(failed > 50, failed + " failed: too few to say something");
  }

  private static boolean hasFailed(CompletableFuture<?> future, int victim) {
    if (!future.isCompletedExceptionally()) {
      return false;
    }
    Throwable cause = assertThrows(CompletionException.class, future::join).getCause();
    assertEquals(victim, ((CollectiveException) cause).failedRank());
    return true;
  }

  private static final Codec<String> TEXT =
      new Codec<>() {
        @Override
        public byte[] encode(String value) {
          return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String decode(byte[] bytes) {
          return new String(bytes, StandardCharsets.UTF_8);
        }
      };

  /** What the processes of the next test do. */
  static final class Task implements ProcessTask {
    @Override
    public void run(Communicator comm, List<String> arguments) {
      check(comm, 0, 1000);
      check(comm, 997, PER_MILLE);
      check(comm, 1_000_000, 75); // more than a message carries
      String longer = comm.allReduce("x".repeat(400_000), TEXT, String::concat, "concatenation");
      assertEquals("x".repeat(800_000), longer);
      System.out.println("all well");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ALWAYS", "NEVER"})
  void shouldAddUpBetweenProcesses(Sharing sharing) throws Exception {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    LineSink sink = (rank, stream, text) -> lines.add(text);
    try (ProcessCluster cluster =
        ProcessCluster.start(
            2, Invitation.local(sharing), ProcessCluster.task(Task.class, List.of()), sink)) {
      cluster.await();
    } finally {
      assertEquals(Collections.nCopies(2, "all well"), lines);
    }
  }
}
