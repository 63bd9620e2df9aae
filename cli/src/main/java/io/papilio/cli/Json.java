package io.papilio.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;

/** Results as JSON: records become objects; a number that is none becomes null. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static String text(Object result) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new FiniteNumbers(MAPPER.createGenerator(text))) {
      MAPPER.writerWithDefaultPrettyPrinter().writeValue(json, result);
    }
    return text.toString();
  }

  /** In one line. */
  static String line(Object result) throws IOException {
    return MAPPER.readTree(text(result)).toString();
  }

  /** As it is when it is read again: of maps, lists, texts and numbers. */
  static Map<String, Object> plain(Map<String, Object> result) throws IOException {
    return parse(line(result));
  }

  /** An object, as a map. */
  static Map<String, Object> parse(String text) {
    try {
      return MAPPER.readValue(text, new TypeReference<Map<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a worker said what is no JSON: " + text, e);
    }
  }

  /** JSON has no NaN and no infinity; Jackson would write them as strings. */
  private static final class FiniteNumbers extends JsonGeneratorDelegate {
    FiniteNumbers(JsonGenerator json) {
      super(json);
    }

    @Override
    public void writeNumber(double value) throws IOException {
      if (Double.isFinite(value)) {
        super.writeNumber(value);
      } else {
        writeNull();
      }
    }

    @Override
    public void writeNumber(float value) throws IOException {
      if (Float.isFinite(value)) {
        super.writeNumber(value);
      } else {
        writeNull();
      }
    }

    @Override
    public void writeArray(double[] array, int offset, int length) throws IOException {
      writeStartArray(array, length);
      for (int i = offset; i < offset + length; i++) {
        writeNumber(array[i]);
      }
      writeEndArray();
    }
  }
}
