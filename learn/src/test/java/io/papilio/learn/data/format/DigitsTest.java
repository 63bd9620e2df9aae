package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigitsTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void shouldReadAsManyDigitsAsThereAre() {
    String digits = "90817263";
    for (int count = 0; count <= 8; count++) {
      for (int other = Byte.MIN_VALUE; other <= Byte.MAX_VALUE; other++) {
        byte[] text = bytes(digits + "4567");
        if (count < 8) {
          text[count] = (byte) other;
        }
        boolean isDigit = other >= '0' && other <= '9';
        long eight = Digits.load(text, 0);
        if (count == 8 || !isDigit) {
          assertEquals(count, Digits.count(eight), count + " digits before " + other);
        }
        long expected = count == 0 ? 0 : Long.parseLong(digits.substring(0, count));
        assertEquals(expected, Digits.value(eight, count), count + " digits");
        assertEquals((long) Math.pow(10, count), Digits.ten(count));
      }
    }
  }

  @Test
  void shouldReadUpToTheEndOfTheArray() {
    byte[] text = bytes("123456789012");
    for (int from = 0; from <= text.length; from++) {
      long eight = Digits.load(text, from);
      int count = Math.min(8, text.length - from);
      assertEquals(count, Digits.count(eight), "from " + from);
      String expected = "0" + new String(text, from, count, StandardCharsets.US_ASCII);
      assertEquals(Long.parseLong(expected), Digits.value(eight, count), "from " + from);
    }
  }

  @Test
  void shouldFindTheFirstByte() {
    Random random = new Random(7);
    for (int length = 0; length < 40; length++) {
      for (int at = 0; at <= length; at++) {
        byte[] text = new byte[length + 10];
        random.nextBytes(text);
        for (int i = 0; i < text.length; i++) {
          text[i] = text[i] == '\n' || i % 3 == 0 ? 11 : text[i]; // 11 is next to it
        }
        Arrays.fill(text, at, Math.min(at + random.nextInt(4), length), (byte) '\n');
        int expected = at;
        while (expected < length && text[expected] != '\n') {
          expected++;
        }
        assertEquals(expected, Digits.find((byte) '\n', text, at / 2, length));
      }
    }
  }
}
