package io.papilio.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
  private record Thing(String name, int count, String note) {}

  @Test
  void shouldAlignColumns() {
    Table<Thing> table =
        new Table<>(List.of(new Thing("a", 1, "first"), new Thing("longer", 12345, "")))
            .column("name", Thing::name)
            .column(">count", Thing::count)
            .column("note", Thing::note);
    assertEquals("name    count  note\na           1  first\nlonger  12345", table.toString());
  }

  @Test
  void shouldShowTitlesOfNoRows() {
    Table<Thing> table =
        new Table<>(List.<Thing>of()).column("name", Thing::name).column(">count", Thing::count);
    assertEquals("name  count", table.toString());
  }

  @Test
  void shouldHaveNoLineOfTitlesIfThereAreNone() {
    Table<Map.Entry<String, Integer>> table =
        new Table<>(List.of(Map.entry("one", 1), Map.entry("eleven", 11)))
            .column("", entry -> "  " + entry.getKey())
            .column(">", Map.Entry::getValue);
    assertEquals("  one      1\n  eleven  11", table.toString());
  }

  @Test
  void shouldShowADashForWhatIsNoNumber() {
    Table<Double> table =
        new Table<>(List.of(1234.56, Double.NaN, Double.POSITIVE_INFINITY)).number("x", 1, x -> x);
    assertEquals("     x\n1234.6\n     -\n     -", table.toString());
  }

  @Test
  void shouldWriteNumbersTheSameEverywhere() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals("1234.50", Table.fixed(1234.5, 2));
    } finally {
      Locale.setDefault(before);
    }
  }
}
