package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Report.BadLine;
import io.papilio.learn.data.Report.InputCount;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static InputCount input(String name, long rows, long badLines, String... bad) {
    Optional<BadLine> first =
        bad.length == 0 ? Optional.empty() : Optional.of(new BadLine(name, 3, bad[0]));
    return new InputCount(name, rows, badLines, first);
  }

  private static Report report(InputCount... inputs) {
    return new Report(List.of(inputs), Features.plain());
  }

  @Test
  void shouldCountBadLinesAndShowTheFirst() {
    Report some = report(input("a", 5, 0), input("b", 1, 2, "early"), input("c", 1, 3, "late"));
    assertEquals(5, some.badLines());
    assertEquals("early", some.firstBadLine());
    Report none = report(input("a", 5, 0));
    assertEquals(0, none.badLines());
    assertEquals("", none.firstBadLine());
  }

  @Test
  void shouldRequireExamplesOfEveryInput() {
    report(input("a", 1, 0), input("b", 7, 1, "bad")).requireExamples();
    Report empty = report(input("a", 1, 0), input("b", 0, 0));
    DataException e = assertThrows(DataException.class, empty::requireExamples);
    assertEquals("b: no examples", e.getMessage());
  }

  @Test
  void shouldOrderBadLinesByFileAndLine() {
    BadLine early = new BadLine("a", 9, "");
    assertTrue(early.compareTo(new BadLine("b", 1, "")) < 0);
    assertTrue(early.compareTo(new BadLine("a", 10, "")) < 0);
    assertTrue(early.compareTo(new BadLine("a", 8, "")) > 0);
    assertEquals(0, early.compareTo(new BadLine("a", 9, "")));
  }

  @Test
  void shouldChangeNothingButTheFeatures() {
    Report advised = new Report(List.of(input("a", 1, 0)), Features.plain(), "split it");
    Report other = advised.with(Features.hashed(5));
    assertEquals(new Report(advised.inputs(), Features.hashed(5), "split it"), other);
  }
}
