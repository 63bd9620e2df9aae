package io.papilio.runtime.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.simulation.Op.Combine;
import io.papilio.runtime.simulation.Scenario.Batch;
import io.papilio.runtime.simulation.Scenario.Fault;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promises of the runtime, kept under thousands of random programs and faults. Everything about
 * a run follows from its seed: {@code -Dpapilio.seed=N} runs that one alone and prints what
 * happens.
 */
class SimulationTest {
  /** Who replays one seed wants to see that one only: the other tests are off then. */
  private static final String SEED = "papilio.seed";

  private static final long SEEDS = 3_000;
  private static final long MANY_SEEDS = 50 * SEEDS;
  private static final int SHOWN = 5;

  private static String replay(long seed) {
    return "mvn -q -pl runtime -am test -Dtest=SimulationTest -D"
        + SEED
        + "="
        + seed
        + " -Dsurefire.failIfNoSpecifiedTests=false";
  }

  @Test
  void shouldKeepItsPromises() {
    Long only = Long.getLong(SEED);
    if (only != null) {
      Scenario scenario = Scenario.of(only);
      System.out.println(scenario);
      new Simulation(scenario).logTo(System.out::println).run();
    } else {
      run(0, SEEDS);
    }
  }

  @Test
  @Tag("full")
  @DisabledIfSystemProperty(named = SEED, matches = ".+")
  void shouldKeepItsPromisesForLong() {
    run(SEEDS, SEEDS + MANY_SEEDS);
  }

  /** Runs all seeds, and then tells of the first that failed, with the way to see one again. */
  private static void run(long from, long to) {
    Map<Long, Throwable> failed = new ConcurrentSkipListMap<>();
    LongStream.range(from, to)
        .parallel()
        .forEach(
            seed -> {
              try {
                new Simulation(Scenario.of(seed)).run();
              } catch (RuntimeException | Error e) {
                failed.put(seed, e);
              }
            });
    if (!failed.isEmpty()) {
      fail(
          failed.entrySet().stream()
              .limit(SHOWN)
              .map(
                  e ->
                      "seed %d: %s\n  %s\n".formatted(e.getKey(), e.getValue(), replay(e.getKey())))
              .collect(
                  Collectors.joining(
                      "", failed.size() + " of " + (to - from) + " seeds failed\n", "")));
    }
  }

  /** A program with nothing in it would keep all promises. */
  @Test
  @DisabledIfSystemProperty(named = SEED, matches = ".+")
  void shouldHaveSomethingToPromise() {
    Map<Fault, int[]> seen = new EnumMap<>(Fault.class);
    for (long seed = 0; seed < 400; seed++) {
      Scenario scenario = Scenario.of(seed);
      Simulation simulation = new Simulation(scenario).run();
      int[] sums = seen.computeIfAbsent(scenario.fault(), fault -> new int[4]);
      sums[0] += simulation.completed();
      sums[1] += simulation.failures();
      sums[2] += simulation.epoch();
      sums[3]++;
    }
    for (Fault fault : Fault.values()) {
      int[] sums = seen.get(fault);
      String what = fault + " " + List.of(sums[0], sums[1], sums[2], sums[3]);
      assertTrue(sums[0] > sums[3], "calls complete: " + what);
      assertEquals(!fault.isHarmless(), sums[1] > sums[3] / 2, "ranks fail: " + what);
      boolean canGoOn = fault.hasCulprit() && fault != Fault.NO_RENDEZVOUS;
      assertEquals(canGoOn, sums[2] > sums[3] / 3, "groups shrink: " + what);
    }
  }

  /** Kills each rank at each message that it sends: a failure by key. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8})
  @DisabledIfSystemProperty(named = SEED, matches = ".+")
  void shouldSurviveAKillAtEveryMessage(int size) {
    for (Algorithm algorithm : Algorithms.of(Kind.ALL_REDUCE)) {
      for (int rank = 0; rank < size; rank++) {
        for (long operation = 0; operation < 2; operation++) {
          int sequence = 0;
          while (isKilled(size, algorithm, new Key(rank, operation, sequence))) {
            sequence++;
          }
          assertTrue(sequence > 0, algorithm + ": rank " + rank + " sends nothing");
        }
      }
    }
  }

  /** The {@code sequence}-th message that a rank sends for an operation. */
  private record Key(int rank, long operation, int sequence) {

    /** A predicate that counts. */
    Predicate<Message> predicate() {
      int[] count = new int[1];
      return message ->
          message.lane() == Message.Lane.DATA
              && message.operation() == operation
              && message.epoch() == 0
              && message.channel() == 1
              && message.kind() == 1
              && count[0]++ == sequence;
    }
  }

  private static boolean isKilled(int size, Algorithm algorithm, Key key) {
    Op first = new Op(1, Kind.ALL_REDUCE, ElementType.INT, Combine.SUM, 11, 0, algorithm);
    Op second = new Op(2, Kind.ALL_REDUCE, ElementType.FLOAT, Combine.ROUGH_SUM, 7, 0, algorithm);
    List<Batch> program = List.of(Batch.of(first), Batch.of(second), Batch.of(Op.barrier(3)));
    Scenario scenario =
        new Scenario(key.sequence(), size, 1_000_000, Fault.KILL, List.of(), program, -1);
    Simulation simulation = new Simulation(scenario).killSenderOf(key.rank(), key.predicate());
    try {
      simulation.run();
    } catch (AssertionError e) {
      throw new AssertionError(
          "%s of %d, %s: %s".formatted(algorithm, size, key, e.getMessage()), e);
    }
    assertEquals(simulation.killed().isEmpty(), simulation.failures() == 0);
    return !simulation.killed().isEmpty();
  }

  @Test
  @DisabledIfSystemProperty(named = SEED, matches = ".+")
  void shouldDoTheSameForTheSameSeed() {
    for (long seed = 0; seed < 40; seed++) {
      List<String> first = new ArrayList<>();
      List<String> second = new ArrayList<>();
      long digest = new Simulation(Scenario.of(seed)).logTo(first::add).run().digest();
      assertEquals(digest, new Simulation(Scenario.of(seed)).logTo(second::add).run().digest());
      assertEquals(first, second, "seed " + seed);
      assertFalse(first.isEmpty());
      assertNotEquals(digest, new Simulation(Scenario.of(seed + 1000)).run().digest());
    }
  }

  /** A seed that failed yesterday on another machine is worth something only if it fails here. */
  @Test
  @DisabledIfSystemProperty(named = SEED, matches = ".+")
  void shouldDoTheSameInAnotherJvm() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        Stream.of(Simulation.class, Node.class, Algorithm.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(Simulation.class.getName());
    List<Long> seeds = LongStream.range(0, 60).boxed().toList();
    seeds.forEach(seed -> command.add(seed.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    List<String> here =
        seeds.stream()
            .map(seed -> Long.toString(new Simulation(Scenario.of(seed)).run().digest()))
            .toList();
    assertEquals(here, output.lines().toList());
  }
}
