package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.linear.Hybrid;
import io.papilio.learn.linear.Lbfgs;
import io.papilio.learn.linear.Online;
import io.papilio.learn.train.Dataset;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DescentTest {
  private final Descent cold = new Descent(List.of(30.0, 14.0, 11.0, 10.05, 10.0));
  private final Descent warm = new Descent(List.of(12.0, 10.5, 10.0005));

  @Test
  void shouldCountIterationsUntilItIsNear() {
    assertEquals(OptionalInt.of(2), cold.iterationsTo(0.1, 10));
    assertEquals(OptionalInt.of(3), cold.iterationsTo(0.01, 10));
    assertEquals(OptionalInt.of(0), cold.iterationsTo(2, 10));
    assertEquals(OptionalInt.empty(), warm.iterationsTo(1e-5, 10));
    assertEquals(10, cold.least());
  }

  @Test
  void shouldSayWhatWasSaved() {
    Map<String, String> facts = Map.of("command", "`x`", "date", "today", "commit", "abc");
    WarmStartReport report = new WarmStartReport("A", "5 rows, 2 workers", facts, cold, warm);
    String expected =
        """
        5 rows, 2 workers; `x`, today, commit abc.
        f* = 10.000000, after 4 iterations from zero. Before the first iteration (f − f*) / f* is \
        2.000 from zero and 0.200 after the online pass.

        | (f − f*) / f* | lbfgs | passes | hybrid | passes | iterations saved |
        | ---: | ---: | ---: | ---: | ---: | ---: |
        | 1e-01 | 2 | 7 | 1 | 7 | 1 |
        | 1e-02 | 3 | 9 | 2 | 9 | 1 |
        | 1e-03 | 4 | 11 | 2 | 9 | 2 |
        | 1e-04 | 4 | 11 | 2 | 9 | 2 |

        ![A](a.svg)
        """;
    assertEquals(expected, report.markdown("a.svg"));
    assertEquals(4, report.chart().getSeries("lbfgs").getXData().length);
  }

  /** The watch of an optimizer begins at other moments with an online pass and without. */
  @Test
  void shouldBeginWhereLbfgsDoes() {
    Dataset data = LearnTask.labelled(List.of(new TopicGenerator(1).rows(0, 500)));
    Lbfgs lbfgs = new Lbfgs(Exercise.REGULARISED, 3, 0);
    assertEquals(
        3, Descent.of(data, Exercise.REGULARISED, lbfgs, 2, value -> false).values().size());
    Hybrid hybrid = new Hybrid(new Online(Exercise.REGULARISED, 1, 1), lbfgs);
    Descent all = Descent.of(data, Exercise.REGULARISED, hybrid, 2, value -> false);
    assertEquals(4, all.values().size());
    assertTrue(all.values().get(0) < 500 * Math.log(2), "after the online pass: " + all);
    double second = all.values().get(1);
    Descent some = Descent.of(data, Exercise.REGULARISED, hybrid, 2, value -> value <= second);
    assertEquals(all.values().subList(0, 2), some.values());
  }

  @Test
  void shouldReplaceASectionOrAddIt() {
    String text = "# T\n\n## A\n\nold\n\n## B\n\nb\n";
    assertEquals("# T\n\n## A\n\nnew\n\n## B\n\nb\n", Sections.put(text, "A", "new\n"));
    assertEquals("# T\n\n## A\n\nold\n\n## B\n\nnew\n", Sections.put(text, "B", "new\n"));
    assertEquals(text + "\n## C\n\nc\n", Sections.put(text, "C", "c\n"));
    assertEquals("# T\n\n## C\n\nc\n", Sections.put("# T\n", "C", "c\n"));
  }
}
