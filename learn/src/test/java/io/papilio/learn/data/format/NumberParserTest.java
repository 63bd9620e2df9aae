package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberParserTest {
  private final NumberParser parser = new NumberParser();

  @Property(tries = 5000)
  void shouldReadEveryFloatBack(@ForAll int bits) {
    float value = Float.intBitsToFloat(bits);
    if (NumberParser.isFinite(value)) {
      shouldAgree(Float.toString(value));
    }
  }

  @Property(tries = 5000)
  void shouldRoundLikeTheJdk(@ForAll long bits) {
    double value = Double.longBitsToDouble(bits);
    if (!Double.isNaN(value) && !Double.isInfinite(value)) {
      shouldAgree(Double.toString(value));
    }
  }

  @Property(tries = 5000)
  void shouldRoundDigitsLikeTheJdk(
      @ForAll @LongRange(min = 0) long digits,
      @ForAll @IntRange(max = 19) int point,
      @ForAll @IntRange(min = -50, max = 45) int exponent) {
    String text = Long.toString(digits);
    int at = Math.min(point, text.length());
    String withPoint = text.substring(0, at) + "." + text.substring(at);
    shouldAgree(withPoint);
    shouldAgree("-" + withPoint + "e" + exponent);
    shouldAgree("+" + text + "E" + (exponent < 0 ? "" : "+") + exponent);
  }

  /** The middle of two floats, and its neighbours: where rounding twice goes wrong. */
  @Property(tries = 5000)
  void shouldRoundMiddlesLikeTheJdk(@ForAll @IntRange(min = 0x0080_0000) int bits) {
    float low = Float.intBitsToFloat(bits);
    float high = Math.nextUp(low);
    if (high <= Float.MAX_VALUE) {
      double middle = low + ((double) high - low) / 2;
      shouldAgree(Double.toString(middle));
      shouldAgree(Double.toString(Math.nextUp(middle)));
      shouldAgree(Double.toString(Math.nextDown(middle)));
      shouldAgree("%.17e".formatted(middle));
      shouldAgree("%.14e".formatted(middle));
    }
  }

  /** These are one place of 18 digits beside the middle, which the nearest double is on. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "16777217",
        "16777217.0000000001",
        "16777216.9999999999",
        "1.00000005960464478",
        "1.00000005960464477",
        "1.00000005960464479",
        "0.000000000000000000000000000000000001",
        "3.4028235e38",
        "34028235677973366e22",
        "3402823567797336.7e23",
        "1e40",
        "1.17549435e-38",
        "1e-45",
        "1e-46",
        "-0",
        "-0.0",
        "0e99",
        ".5",
        "5.",
        "007",
        "123456789012345678",
        "1234567890123456789",
        "9999999999999999999",
        "1.8446744073709551619",
        "0.1234567890123456789"
      })
  void shouldReadLikeTheJdk(String text) {
    shouldAgree(text);
  }

  private void shouldAgree(String text) {
    float expected = Float.parseFloat(text);
    byte[] bytes = ("7" + text + ":3").getBytes(StandardCharsets.UTF_8);
    float value = parser.parse(bytes, 1, bytes.length);
    assertEquals(Float.floatToRawIntBits(expected), Float.floatToRawIntBits(value), () -> text);
    assertEquals(1 + text.length(), parser.end(), () -> text);
    assertEquals(
        Float.floatToRawIntBits(expected),
        Float.floatToRawIntBits(parser.parse(bytes, 1, 1 + text.length())),
        () -> text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "+", ".", "-.", "e5", "1e", "1e+", "2.5E-", "x", "nan", "inf"})
  void shouldNotTakeForANumber(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertTrue(Float.isNaN(parser.parse(bytes, 0, bytes.length)), text);
  }

  @ParameterizedTest
  @CsvSource({"1.5f,3", "2d,1", "0x10,1", "1_0,1", "3 ,1", "1.2.3,3", "1e5e6,3", "1e5.5,3"})
  void shouldStopWhereTheNumberEnds(String text, int end) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    parser.parse(bytes, 0, bytes.length);
    assertEquals(end, parser.end());
  }

  /** Whatever stands behind that, digits as well. */
  @Test
  void shouldReadNoFurtherThanItIsTold() {
    byte[] digits = "1234567890123.4567e123".getBytes(StandardCharsets.UTF_8);
    for (int to : new int[] {1, 5, 8, 11, 13, 16, 20}) {
      String text = new String(digits, 0, to, StandardCharsets.UTF_8);
      assertEquals(Float.parseFloat(text), parser.parse(digits, 0, to), text);
      assertEquals(to, parser.end(), text);
    }
  }

  @Test
  void shouldKnowWhatIsFinite() {
    assertTrue(NumberParser.isFinite(Float.MAX_VALUE));
    assertTrue(NumberParser.isFinite(-Float.MAX_VALUE));
    assertFalse(NumberParser.isFinite(Float.POSITIVE_INFINITY));
    assertFalse(NumberParser.isFinite(Float.NEGATIVE_INFINITY));
    assertFalse(NumberParser.isFinite(Float.NaN));
  }

  @ParameterizedTest
  @CsvSource({"nan,true", "-INF,true", "+Infinity,true", "infinit,false", "-,false", "'',false"})
  void shouldKnowNamesUpToTheEndOfTheArray(String text, boolean isName) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertEquals(isName, NumberParser.isName(bytes, 0, bytes.length));
  }

  @Test
  void shouldSayWhyATextIsNoNumber() {
    assertEquals("not a number: 'abc'", problem("abc"));
    assertEquals("not a number: '1e'", problem("1e"));
    assertEquals("not finite: -NaN", problem("-NaN"));
    assertEquals("not finite: Inf", problem("Inf"));
    assertEquals("not finite: +infinity", problem("+infinity"));
    assertEquals("not finite: 1e39", problem("1e39"));
  }

  private static String problem(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
    return NumberParser.problem(bytes, 1, bytes.length - 1);
  }
}
