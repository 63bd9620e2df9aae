package io.papilio.cli.terminal;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length as people write it: 1000, 1_000 or 1e3. */
public final class WholeNumber implements ITypeConverter<Integer> {

  /** Some JVMs cannot make an array of the last few lengths. */
  static final int MOST = Integer.MAX_VALUE - 8;

  @Override
  public Integer convert(String text) {
    BigDecimal value;
    try {
      value = new BigDecimal(text.strip().replace("_", ""));
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
    if (value.signum() < 0 || value.compareTo(BigDecimal.valueOf(MOST)) > 0) {
      throw new TypeConversionException("'" + text + "' is not between 0 and " + MOST);
    }
    try {
      return value.intValueExact();
    } catch (ArithmeticException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
  }
}
