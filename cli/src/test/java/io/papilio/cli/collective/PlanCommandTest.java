package io.papilio.cli.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Collective;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanCommandTest {

  @Test
  void shouldPriceEachLength() throws IOException {
    JsonNode plans =
        Run.json(
            Run.succeeds(
                    "plan",
                    "--workers=16",
                    "--length=16,1_000,1e6",
                    "--link=network",
                    "--gigabits=8",
                    "--latency-micros=10",
                    "--type=double",
                    "--json=-")
                .out());
    assertEquals(3, plans.size());
    assertEquals(16, plans.get(0).get("length").intValue());
    assertEquals(1_000, plans.get(1).get("length").intValue());
    assertEquals(1_000_000, plans.get(2).get("length").intValue());
    JsonNode plan = plans.get(2);
    assertEquals(16, plan.get("workers").intValue());
    assertEquals("double", plan.get("type").textValue());
    assertEquals("network", plan.get("link").textValue());
    JsonNode prices = plan.get("prices");
    assertEquals(Algorithms.of(Collective.Kind.ALL_REDUCE).size(), prices.size());
    assertEquals(plan.get("best"), prices.get(0).get("algorithm"));
    for (int i = 1; i < prices.size(); i++) {
      assertTrue(
          prices.get(i - 1).get("predictedMicros").doubleValue()
              <= prices.get(i).get("predictedMicros").doubleValue());
    }
    for (JsonNode price : prices) {
      if (price.get("algorithm").textValue().equals("ring")) {
        // 30 rounds of 10 us and 0.5 MB at 1 ns a byte, 15 of them with reduction.
        double piece = 8e6 / 16;
        assertEquals(
            30 * (10 + piece / 1e3) + 15 * piece * 0.075 / 1e3,
            price.get("predictedMicros").doubleValue(),
            0.1);
        assertEquals(30, price.get("rounds").intValue());
        assertEquals(480, price.get("messages").intValue());
        assertEquals(15e6, price.get("bytesSentMax").doubleValue(), 100);
      }
    }
  }

  @Test
  void shouldSayWhichWins() throws IOException {
    String[] args = {"plan", "--workers=8", "--length=1e6", "--cores=2", "--json=-"};
    Run run = Run.succeeds(Arrays.copyOf(args, 4));
    String best = Run.json(Run.succeeds(args).out()).get(0).get("best").textValue();
    assertEquals(best + " wins", run.line("1000000 elements of type float, 8 workers:"));
    assertTrue(run.out().startsWith("Link inproc: "), run.out());
    assertTrue(run.out().contains("2 cores for all ranks"), run.out());
    assertTrue(run.out().contains("a step of training, what workers exchange"), run.out());
  }

  /** Between processes: threads of one core have what they read in its cache, and gain by that. */
  @Test
  void shouldShareCores() throws IOException {
    double few = micros("--cores", "1");
    double many = micros("--cores", "8");
    assertTrue(few > 6 * many, few + " against " + many);
  }

  @Test
  void shouldShareTheCoresOfThisMachine() throws IOException {
    JsonNode plan =
        Run.json(Run.succeeds("plan", "--workers=64", "--length=1", "--json=-").out()).get(0);
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(Math.min(64, cores), plan.get("cores").intValue());
  }

  private static double micros(String... options) throws IOException {
    String[] args = {
      "plan", "--workers", "8", "--length", "1e5", "--link", "shm", "--json", "-", "", ""
    };
    System.arraycopy(options, 0, args, 9, 2);
    JsonNode best = Run.json(Run.succeeds(args).out()).get(0).get("prices").get(0);
    return best.get("predictedMicros").doubleValue();
  }

  /** What does a step take over TCP, averaged in pairs or summed by all? */
  @Test
  void shouldPriceStepsUnderEachStrategy() throws IOException {
    Map<String, Double> dense = steps("--workers=16", "--length=47237", "--link=tcp", "--cores=2");
    assertTrue(dense.get("butterfly") < dense.get("allreduce"), dense.toString());
    assertEquals(0, dense.get("none"));
    Map<String, Double> sparse =
        steps("--workers=16", "--length=1e6", "--link=tcp", "--cores=2", "--batch-nonzeros=300");
    assertTrue(sparse.get("allreduce") < sparse.get("butterfly") / 10, sparse.toString());
    assertEquals(8 * 300 * 2.4 / 1e3, sparse.get("none"), 1e-9);
    assertTrue(steps("--workers=3", "--length=10", "--type=double", "--cores=2").isEmpty());
    assertEquals(0, steps("--workers=1", "--length=10", "--cores=2").get("server"));
  }

  private static Map<String, Double> steps(String... options) throws IOException {
    List<String> args = new ArrayList<>(List.of("plan", "--json=-"));
    args.addAll(List.of(options));
    Map<String, Double> steps = new LinkedHashMap<>();
    Run.json(Run.succeeds(args.toArray(String[]::new)).out())
        .get(0)
        .get("steps")
        .forEach(
            step ->
                steps.put(step.get("sync").textValue(), step.get("predictedMicros").doubleValue()));
    return steps;
  }

  @Test
  void shouldTakeVectorsWithoutElementsAndLoneWorkers() {
    Run.succeeds("plan", "--workers", "3", "--length", "0");
    Run.succeeds("plan", "--workers", "1", "--length", "1e9", "--type", "long");
  }

  @Test
  void shouldRefuseBadInput() {
    Run.isRefused("Missing required options: '--workers=N', '--length=L'", "plan");
    Run.isRefused("Missing required option: '--length=L'", "plan", "--workers", "3");
    Run.isRefused("cannot plan for 0 workers", "plan", "--workers", "0", "--length", "1");
    Run.isRefused("'x' is not a number", "plan", "--workers", "3", "--length", "1,x");
    Run.isRefused("'1.5' is not a whole number", "plan", "--workers", "3", "--length", "1.5");
    Run.isRefused("'-1' is not between", "plan", "--workers", "3", "--length=-1");
    Run.isRefused("'1e10' is not between", "plan", "--workers", "3", "--length", "1e10");
    Run.isRefused("'1e999999999'", "plan", "--workers", "3", "--length", "1e999999999");
    Run.isRefused("float, double, int, long", "plan", "--workers=3", "--length=1", "--type=short");
    Run.isRefused(
        "inproc, shm, tcp, network", "plan", "--workers=3", "--length=1", "--link=pigeon");
    Run.isRefused(
        "are for --link network, not for tcp",
        "plan",
        "--workers=3",
        "--length=1",
        "--link=tcp",
        "--gigabits=1");
    Run.isRefused(
        "a network needs more than 0.0 Gbit/s",
        "plan",
        "--workers=3",
        "--length=1",
        "--link=network",
        "--gigabits=0");
    Run.isRefused("cannot run on 0 cores", "plan", "--workers=3", "--length=1", "--cores=0");
  }
}
