package io.papilio.learn.job;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.DoubleDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.papilio.learn.metric.MetricValues;
import io.papilio.runtime.communicator.Codec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Records as JSON and back. A number that is none is null there. */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS) // a record is its components
          .addModule(
              new SimpleModule()
                  .addDeserializer(double.class, new DoubleDeserializer(double.class, Double.NaN)))
          .build();

  /** For users, who want metrics and options among the other values of a result. */
  private static final ObjectMapper FLAT =
      MAPPER
          .copy()
          .addMixIn(TrainingResult.class, FlatResult.class)
          .addMixIn(MetricValues.class, FlatMetrics.class);

  private interface FlatResult {
    @JsonUnwrapped
    MetricValues metrics();

    @JsonIgnore
    TrainingSpec used();

    @JsonIgnore
    TrainingResult.Choices choices();

    @JsonProperty
    Map<String, Object> options();

    @JsonProperty
    double stepMicros();

    @JsonProperty
    double predictedStepMicros();
  }

  private interface FlatMetrics {
    @JsonValue(false)
    @JsonAnyGetter
    Map<String, Double> values();
  }

  private Json() {}

  /** Returns a value as text of several lines, for users. */
  public static String text(Object value) {
    return write(FLAT.writerWithDefaultPrettyPrinter(), value);
  }

  /** Returns a value as one line of text, for users. */
  public static String compact(Object value) {
    return write(FLAT.writer(), value);
  }

  /** Returns a value as one line of text that {@link #decode} reads. */
  public static String encode(Object value) {
    return write(MAPPER.writer(), value);
  }

  private static String write(ObjectWriter writer, Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new FiniteNumbers(writer.createGenerator(text))) {
      writer.writeValue(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * Returns the value of a text.
   *
   * @throws IllegalArgumentException if it is not of that type
   */
  public static <T> T decode(String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "this is no %s: %s".formatted(type.getSimpleName(), e.getOriginalMessage()), e);
    }
  }

  /**
   * Returns the value of a text that need not have all fields: those that it does not have are as
   * in {@code usual}.
   *
   * @throws IllegalArgumentException if it has a field that is unknown, or a value that is none
   */
  static <T> T decode(String text, T usual) {
    try {
      JsonNode given = MAPPER.readTree(text);
      ObjectNode all = (ObjectNode) MAPPER.readTree(encode(usual));
      Class<?> type = usual.getClass();
      if (!(given instanceof ObjectNode object)) {
        throw new IllegalArgumentException(
            "this is no %s: it has to begin with {".formatted(type.getSimpleName()));
      }
      merge("", object, all);
      @SuppressWarnings("unchecked") // a value is of its own class
      T value = (T) decode(all.toString(), type);
      return value;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** An object without fields of its own, such as settings, takes any. */
  private static void merge(String path, ObjectNode given, ObjectNode all) {
    boolean takesAny = all.isEmpty();
    for (Map.Entry<String, JsonNode> field : given.properties()) {
      String name = field.getKey();
      JsonNode known = all.get(name);
      if (known == null && !takesAny) {
        throw new IllegalArgumentException(
            "unknown field '%s%s'; there are: %s"
                .formatted(path, name, String.join(", ", (Iterable<String>) all::fieldNames)));
      }
      if (known instanceof ObjectNode fields && field.getValue() instanceof ObjectNode object) {
        merge(path + name + ".", object, fields);
      } else {
        all.set(name, field.getValue());
      }
    }
  }

  /** Returns how values, or that there is none, travel between workers: as JSON, or no bytes. */
  static <T> Codec<Optional<T>> codec(Class<T> type) {
    return new Codec<>() {
      @Override
      public byte[] encode(Optional<T> value) {
        return value.map(Json::encode).orElse("").getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public Optional<T> decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.isEmpty() ? Optional.empty() : Optional.of(Json.decode(text, type));
      }
    };
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
