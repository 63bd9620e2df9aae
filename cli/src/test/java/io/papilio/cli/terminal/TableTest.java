package io.papilio.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void shouldAlignColumns() {
    Table table = new Table("name", ">count", "note");
    table.add("a", 1, "first");
    table.add("longer", 12345, "");
    assertEquals("name    count  note\na           1  first\nlonger  12345", table.toString());
  }

  @Test
  void shouldRefuseRowsThatDoNotFit() {
    Table table = new Table("one");
    assertThrows(IllegalStateException.class, () -> table.add(1, 2));
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
