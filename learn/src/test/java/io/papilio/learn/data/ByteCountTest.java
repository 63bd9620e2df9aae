package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ByteCountTest {

  @Test
  void shouldShowBytesInAUnit() {
    assertEquals("0 B", ByteCount.text(0));
    assertEquals("999 B", ByteCount.text(999.4));
    assertEquals("1.00 kB", ByteCount.text(999.6));
    assertEquals("9.99 kB", ByteCount.text(9_990));
    assertEquals("10.0 kB", ByteCount.text(9_999));
    assertEquals("1.00 MB", ByteCount.text(999_999));
    assertEquals("2500 PB", ByteCount.text(2.5e18));
    assertEquals("-", ByteCount.text(Double.NaN));
  }
}
