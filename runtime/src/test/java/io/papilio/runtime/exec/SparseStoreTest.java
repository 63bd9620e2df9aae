package io.papilio.runtime.exec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sparse data under the schedules of dense data: all goes as if all elements were there. */
class SparseStoreTest {
  private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17};
  private static final int[] LENGTHS = {0, 1, 13, 97, 1000};

  /** What each rank has: values that depend on the place, at places that depend on the rank. */
  private record Input(
      String name, int size, int length, boolean rough, BiPredicate<Integer, Integer> present) {

    static void forAll(boolean rough, int[] sizes, Consumer<Input> test) {
      for (int size : sizes) {
        for (int length : LENGTHS) {
          List.of(
                  new Input("none", size, length, rough, (rank, i) -> false),
                  new Input("few", size, length, rough, (rank, i) -> any(rank, i) * 5L < length),
                  new Input("1 %", size, length, rough, (rank, i) -> any(rank, i) < 10),
                  new Input("50 %", size, length, rough, (rank, i) -> any(rank, i) < 500),
                  new Input("all", size, length, rough, (rank, i) -> true),
                  new Input("cluster", size, length, rough, (rank, i) -> i < length / 10),
                  new Input("apart", size, length, rough, (rank, i) -> i / 7 % size == rank))
              .forEach(test);
        }
      }
    }

    private static int any(int rank, int index) {
      return Values.at(1000 + rank, index) % 1000;
    }

    /** If it is to be rough, the order of adding up shows in the bits of a sum. */
    float value(int rank, int index) {
      int any = Values.at(rank, index);
      return rough ? (any % 2001 - 1000) / 7f * (1 + any % 5 * 1000) : any % 2001 - 1000;
    }

    List<float[]> dense() {
      return IntStream.range(0, size)
          .mapToObj(
              rank -> {
                float[] dense = new float[length];
                for (int i = 0; i < length; i++) {
                  dense[i] = present.test(rank, i) ? value(rank, i) : 0;
                }
                return dense;
              })
          .toList();
    }

    List<SparseStore> stores(int positions) {
      return IntStream.range(0, size)
          .mapToObj(
              rank ->
                  IntStream.range(0, length)
                      .filter(i -> present.test(rank, i))
                      .mapToLong(i -> Entries.entry(i, value(rank, i)))
                      .toArray())
          .map(entries -> new SparseStore(length, positions, Slice.of(entries)))
          .toList();
    }

    int[] union() {
      return IntStream.range(0, length)
          .filter(i -> IntStream.range(0, size).anyMatch(rank -> present.test(rank, i)))
          .toArray();
    }

    @Override
    public String toString() {
      return "%s of %d on %d ranks".formatted(name, length, size);
    }
  }

  static Stream<Algorithm> algorithms() {
    return Algorithms.of(Collective.Kind.ALL_REDUCE).stream();
  }

  /** The same schedule for both: to the last bit. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldAddUpAsDenseElementsAre(Algorithm algorithm) {
    Input.forAll(
        true,
        SIZES,
        input -> {
          List<float[]> dense = input.dense();
          List<DenseStore> stores =
              dense.stream()
                  .map(each -> new DenseStore(Slice.of(each), Kernels::sum, new Scratch()))
                  .toList();
          Schedules schedules = new Schedules(algorithm, input.size(), input.length());
          schedules.run(stores, Integer.MAX_VALUE);
          check(schedules, input, dense.get(0));
        });
  }

  /** Any number of positions for the indices: the right sums, which are exact in any order. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldAddUpByAnyNumberOfPositions(Algorithm algorithm) {
    Random random = new Random(1);
    Input.forAll(
        false,
        new int[] {2, 5, 8},
        input -> {
          int length = input.length();
          int positions = length == 0 ? 0 : 1 + random.nextInt(length);
          float[] sum = new float[length];
          for (float[] each : input.dense()) {
            Kernels.sum(Slice.of(sum), Slice.of(each));
          }
          check(new Schedules(algorithm, input.size(), positions), input, sum);
        });
  }

  /** An algorithm for as many ranks and positions. */
  private record Schedules(Algorithm algorithm, int size, int positions) {
    void run(List<? extends Store> stores, int pieceLength) {
      long most = (long) pieceLength * Long.BYTES;
      Random random = new Random(size * 31L + positions);
      new AllRanks(algorithm.schedules(size, positions), stores, most, random).run();
    }
  }

  private static void check(Schedules schedules, Input input, float[] expected) {
    List<SparseStore> stores = input.stores(schedules.positions());
    int pieceLength = input.length() < 100 && input.size() < 10 ? 1 : 50;
    schedules.run(stores, pieceLength);
    String what = schedules.algorithm().name() + ", " + input;
    long[] entries = stores.get(0).entries().copy().longs();
    assertArrayEquals(input.union(), Arrays.stream(entries).mapToInt(Entries::index).toArray());
    for (SparseStore store : stores) {
      assertArrayEquals(entries, store.entries().copy().longs(), what);
    }
    float[] dense = new float[input.length()];
    for (long entry : entries) {
      dense[Entries.index(entry)] = Entries.value(entry);
    }
    assertArrayEquals(expected, dense, what);
  }

  private static Slice entries(int... indices) {
    return Slice.of(Arrays.stream(indices).mapToLong(i -> Entries.entry(i, 1 + i)).toArray());
  }

  private static void receive(SparseStore store, Step step, Slice entries) {
    store.receive(step, 0, entries, false);
  }

  @Test
  void shouldReadWhatLiesInARange() {
    SparseStore store = new SparseStore(100, 100, entries(0, 7, 49, 50, 99));
    assertArrayEquals(entries(7, 49).longs(), store.read(new Range(1, 50)).copy().longs());
    assertArrayEquals(entries(50).longs(), store.read(new Range(50, 99)).copy().longs());
    assertEquals(0, store.read(new Range(7, 7)).length());
    assertEquals(0, store.read(new Range(8, 49)).length());
    assertEquals(5, store.read(Range.of(100)).length());
  }

  @Test
  void shouldSpreadIndicesOverPositions() {
    SparseStore store = new SparseStore(1_000_000_007, 3, entries(0, 333_333_334, 333_333_335));
    assertEquals(2, store.read(new Range(0, 1)).length());
    assertEquals(1, store.read(new Range(1, 2)).length());
    assertEquals(0, store.read(new Range(2, 3)).length());
  }

  @Test
  void shouldSendFromWhereItIs() {
    Slice entries = entries(1, 2, 3);
    SparseStore store = new SparseStore(4, 4, entries);
    assertSame(entries.longs(), store.read(new Range(2, 4)).longs());
  }

  @Test
  void shouldLeaveWhatWasReadAsItWas() {
    Slice entries = entries(1, 2, 3);
    SparseStore store = new SparseStore(4, 4, entries);
    Slice read = store.read(Range.of(4));
    Slice theirs = entries(0, 2);
    receive(store, Step.reduce(1, Range.of(4)), theirs);
    receive(store, Step.copy(1, new Range(3, 4)), Slice.of(new long[0]));
    assertArrayEquals(entries(1, 2, 3).longs(), read.longs());
    assertArrayEquals(
        new long[] {Entries.entry(0, 1), Entries.entry(1, 2), Entries.entry(2, 6)},
        store.entries().longs());
    theirs.longs()[0] = 0;
    assertEquals(Entries.entry(0, 1), store.entries().longs()[0]);
  }

  @Test
  void shouldNotKeepWhatAPeerLends() {
    SparseStore store = new SparseStore(4, 4, entries());
    Slice theirs = entries(0, 2);
    receive(store, Step.copy(1, Range.of(4)), theirs);
    theirs.longs()[0] = 0;
    assertEquals(Entries.entry(0, 1), store.entries().longs()[0]);
  }

  @Test
  void shouldRefuseEntriesOfAnotherRange() {
    for (Slice wrong : List.of(entries(3), entries(4, 8), entries(3, 5), entries(3, 4, 8))) {
      SparseStore store = new SparseStore(10, 10, entries(5));
      for (Step step : List.of(Step.reduce(2, new Range(4, 8)), Step.copy(2, new Range(4, 8)))) {
        String message =
            assertThrows(IllegalStateException.class, () -> receive(store, step, wrong))
                .getMessage();
        assertTrue(message.contains("rank 2"), message);
        assertArrayEquals(entries(5).longs(), store.entries().longs());
      }
    }
  }

  @Test
  void shouldRefusePositionsWithoutIndices() {
    Slice none = entries();
    assertThrows(IllegalArgumentException.class, () -> new SparseStore(3, 4, none));
    assertThrows(IllegalArgumentException.class, () -> new SparseStore(3, 0, none));
    assertThrows(IllegalArgumentException.class, () -> new SparseStore(3, -1, none));
  }
}
