package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.price.LinkModel;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.exec.AllRanks;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of the user's own, by a codec of the user's own. */
@Timeout(60)
class ObjectCallTest {
  private static final Codec<String> TEXT =
      codec(
          text -> text.getBytes(StandardCharsets.UTF_8),
          bytes -> new String(bytes, StandardCharsets.UTF_8));

  private static final Codec<byte[]> AS_IT_IS = codec(bytes -> bytes, bytes -> bytes);

  /** Who has the best score. */
  private record Score(double score, int rank) {
    static final Codec<Score> CODEC =
        codec(
            value -> ByteBuffer.allocate(12).putDouble(value.score).putInt(value.rank).array(),
            bytes -> {
              ByteBuffer buffer = ByteBuffer.wrap(bytes);
              return new Score(buffer.getDouble(), buffer.getInt());
            });

    static Score best(Score a, Score b) {
      return a.score > b.score || a.score == b.score && a.rank < b.rank ? a : b;
    }
  }

  private static <T> Codec<T> codec(Function<T, byte[]> encode, Function<byte[], T> decode) {
    return new Codec<>() {
      @Override
      public byte[] encode(T value) {
        return encode.apply(value);
      }

      @Override
      public T decode(byte[] bytes) {
        return decode.apply(bytes);
      }
    };
  }

  /** Words of both, each once, in order. */
  private static String union(String a, String b) {
    TreeSet<String> words = new TreeSet<>(List.of(a.split(" ")));
    words.addAll(List.of(b.split(" ")));
    return String.join(" ", words);
  }

  private static String words(int rank) {
    return "common r%03d t%03d".formatted(rank, rank % 3);
  }

  private static String allWords(int size) {
    return IntStream.range(0, size)
        .mapToObj(ObjectCallTest::words)
        .collect(Collectors.collectingAndThen(Collectors.joining(" "), all -> union(all, all)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 17})
  void shouldCombineObjects(int size) {
    LocalCluster.run(
        size,
        comm -> {
          assertEquals(
              allWords(size),
              comm.allReduce(words(comm.rank()), TEXT, ObjectCallTest::union, "union"));
          Score own = new Score(comm.rank() * 7 % 5, comm.rank());
          Score best =
              IntStream.range(0, size)
                  .mapToObj(rank -> new Score(rank * 7 % 5, rank))
                  .reduce(Score::best)
                  .orElseThrow();
          assertEquals(best, comm.allReduce(own, Score.CODEC, Score::best, "best"));
          assertEquals("", comm.allReduce("", TEXT, String::concat, "concatenation"));
        });
  }

  /** Even if the order matters, which it should not. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 8})
  void shouldGiveAllTheSame(int size) {
    List<String> results = Collections.synchronizedList(new ArrayList<>());
    LocalCluster.run(
        size,
        comm -> {
          for (int i = 0; i < 3; i++) {
            results.add(
                comm.allReduce("<" + comm.rank() + ">", TEXT, String::concat, "concatenation"));
          }
        });
    assertEquals(1, results.stream().distinct().count(), results.toString());
    assertEquals(3 * size, results.get(0).length());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8})
  void shouldBroadcastObjects(int size) {
    LocalCluster.run(
        size,
        comm -> {
          for (int root = 0; root < size; root++) {
            String own = comm.rank() == root ? "from " + root : null;
            assertEquals("from " + root, comm.broadcast(own, TEXT, root));
            String other = "from " + comm.rank();
            assertEquals("from " + root, comm.broadcastAsync(other, TEXT, root).join());
          }
        });
  }

  @Test
  void shouldRunSeveralAtOnce() {
    LocalCluster.run(
        3,
        comm -> {
          List<CompletableFuture<String>> futures = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            futures.add(
                comm.allReduceAsync(words(comm.rank() + i), TEXT, ObjectCallTest::union, "union"));
          }
          for (int i = 0; i < 50; i++) {
            String two = union(words(i), words(i + 1));
            assertEquals(union(two, words(i + 2)), futures.get(i).join());
          }
        });
  }

  /** Each rank has an object of its own, and nobody reads bytes that somebody may change. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldNotShareBytes(int size) {
    LocalCluster.run(
        size,
        comm -> {
          byte[] own = new byte[300_000];
          byte[] got = comm.broadcast(own, AS_IT_IS, 0);
          assertNotSame(own, got);
          got[7] = (byte) (1 + comm.rank());
          comm.barrier();
          assertEquals(1 + comm.rank(), got[7]);
          assertArrayEquals(new byte[300_000], own);
        });
  }

  static List<Algorithm> algorithms() {
    return Algorithms.of(Collective.Kind.ALL_REDUCE);
  }

  /** It is a store like any other, however the bytes come. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldRunUnderAnyAlgorithm(Algorithm algorithm) {
    for (int size = 1; size <= 17; size++) {
      for (int pieceBytes : new int[] {1, 10, 1000}) {
        List<ObjectStore<String>> stores =
            IntStream.range(0, size)
                .mapToObj(rank -> new ObjectStore<>(words(rank), TEXT, ObjectCallTest::union))
                .toList();
        new AllRanks(algorithm.schedules(size, 1), stores, pieceBytes, new Random(size)).run();
        for (ObjectStore<String> store : stores) {
          assertEquals(allWords(size), store.result(), algorithm.name());
        }
      }
    }
  }

  private static final BinaryOperator<String> NO_OPERATOR =
      (a, b) -> {
        throw new ArithmeticException("out of order");
      };

  private static final Codec<String> NO_ENCODER =
      codec(
          text -> {
            throw new ArithmeticException("out of order");
          },
          bytes -> "");

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8})
  void shouldFailOnAllRanksIfTheUsersCodeFails(int size) {
    BinaryOperator<String> nothing = (a, b) -> null;
    fails(size, "out of order", comm -> comm.allReduce("a", TEXT, NO_OPERATOR, "x"));
    fails(size, "combined to nothing", comm -> comm.allReduce("a", TEXT, nothing, "x"));
    fails(size, "out of order", comm -> comm.allReduce("a", NO_ENCODER, String::concat, "x"));
    fails(size, "out of order", comm -> comm.broadcast("a", NO_ENCODER, 1));
    fails(
        size,
        "encoded nothing",
        comm -> comm.allReduce("a", codec(t -> null, TEXT::decode), String::concat, "x"));
    fails(
        size,
        "disagrees",
        comm -> comm.allReduce("a", TEXT, String::concat, "x" + comm.rank() % 2));
    fails(size, "disagrees", comm -> comm.broadcast("a", TEXT, comm.rank() % 2));
  }

  /** Some may have got theirs by then; they hear of it in their next call. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void shouldFailSoonIfOneCannotDecode(int size) {
    Codec<String> decodesNothing = codec(TEXT::encode, bytes -> null);
    fails(
        size,
        "decoded nothing",
        comm -> comm.broadcast("a", comm.rank() == size - 1 ? decodesNothing : TEXT, 0));
  }

  private static void fails(int size, String why, Function<Communicator, String> call) {
    Settings soon =
        new Settings(Duration.ofMinutes(10), Duration.ofMillis(30), group -> LinkModel.inproc());
    List<String> messages = Collections.synchronizedList(new ArrayList<>());
    try (LocalCluster cluster = new LocalCluster(size, soon)) {
      assertThrows(
          CollectiveException.class,
          () ->
              cluster.run(
                  comm -> {
                    try {
                      call.apply(comm);
                      comm.barrier(); // whoever was done before
                    } catch (CollectiveException e) {
                      messages.add(e.getMessage());
                      throw e;
                    }
                  }));
    }
    assertEquals(size, messages.size(), "all ranks: " + messages);
    assertTrue(messages.stream().anyMatch(each -> each.contains(why)), messages.toString());
  }

  @Test
  void shouldBearMistakesOfItsCaller() {
    LocalCluster.run(
        2,
        comm -> {
          if (comm.rank() == 0) {
            assertThrows(
                IllegalArgumentException.class,
                () -> comm.allReduce(null, TEXT, String::concat, "x"));
            assertThrows(
                IllegalArgumentException.class, () -> comm.broadcast((String) null, TEXT, 0));
            assertThrows(IllegalArgumentException.class, () -> comm.broadcast("", TEXT, 2));
            assertThrows(IllegalArgumentException.class, () -> comm.broadcastAsync("", TEXT, -1));
          }
          assertEquals("aa", comm.allReduce("a", TEXT, String::concat, "x"));
        });
  }
}
