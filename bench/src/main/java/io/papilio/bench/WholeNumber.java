package io.papilio.bench;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length as people write it: 1000 or 1e3. */
final class WholeNumber implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    try {
      int value = new BigDecimal(text.strip()).intValueExact();
      if (value > 0) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number that an int holds");
    }
    throw new TypeConversionException("'" + text + "' is not positive");
  }
}
