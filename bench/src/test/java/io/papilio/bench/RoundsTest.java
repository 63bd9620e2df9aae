package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.bench.Rounds.Turn;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Rounds rounds = new Rounds(new PrintStream(said, true));

  /** A contender that is a line of shell. */
  private record Shell(String name, String script) implements Contender {
    @Override
    public String title() {
      return name;
    }

    @Override
    public List<String> command(Job job) {
      return List.of("sh", "-c", script);
    }

    @Override
    public List<Timing> timings(String output) {
      return Timing.parse(output);
    }
  }

  private static Turn turn(String name, String script) {
    return new Turn(new Shell(name, script), new Job(2, List.of(5), 1));
  }

  @Test
  void shouldTakeTurns() throws InterruptedException {
    String script = "echo allreduce 5 1 2 right";
    rounds.run(List.of(turn("a", script), turn("b", script)), 2);
    assertEquals(
        List.of("a 0", "b 0", "a 1", "b 1"),
        rounds.rows().stream().map(row -> row.contender() + " " + row.round()).toList());
    assertEquals(List.of(), rounds.failures());
    assertEquals("run 4 of 4: b, 2 ranks", said.toString().lines().toList().get(3));
  }

  @Test
  void shouldGoOnWithoutThoseThatFail() throws InterruptedException {
    rounds.run(
        List.of(
            turn("a", "echo no such luck >&2; exit 3"),
            turn("b", "echo allreduce 5 1 2 wrong"),
            turn("c", "true"),
            turn("d", "echo allreduce 5 1 2 right")),
        1);
    assertEquals(List.of("b", "d"), rounds.rows().stream().map(Row::contender).toList());
    assertEquals(3, rounds.failures().size());
    assertTrue(rounds.failures().get(0).endsWith("sh ended with 3: no such luck"));
    assertTrue(rounds.failures().get(1).endsWith("wrong sums of 5 elements"));
    assertTrue(rounds.failures().get(2).endsWith("nothing said about some lengths"));
  }
}
