package io.papilio.learn.setting;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The settings that somebody gave, as text by name. What is not given has the default of whoever
 * asks for it. Immutable.
 */
public final class Settings {
  /** Nothing is given. */
  public static final Settings NONE = new Settings(Map.of());

  private final Map<String, String> values;

  /** Creates settings of these names and texts. */
  @JsonCreator
  public Settings(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Returns these and one more, in place of another value of that name. */
  public Settings with(String name, Object value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, text(value));
    return new Settings(more);
  }

  /** Returns these and others, which win. */
  public Settings with(Settings others) {
    Map<String, String> more = new TreeMap<>(values);
    more.putAll(others.values);
    return new Settings(more);
  }

  private static String text(Object value) {
    return value instanceof Enum<?> constant ? Setting.spelling(constant) : String.valueOf(value);
  }

  /**
   * Returns the value of a setting, or its default.
   *
   * @throws IllegalArgumentException if what was given is none of the setting's values
   */
  public <T> T get(Setting<T> setting) {
    return setting.parse(values.getOrDefault(setting.name(), setting.usual()));
  }

  /** Returns the value of a setting that was given. */
  public <T> Optional<T> given(Setting<T> setting) {
    return Optional.ofNullable(values.get(setting.name())).map(setting::parse);
  }

  /** Returns these, and the defaults of all settings that have one and are not given. */
  public Settings orUsual(Iterable<? extends Setting<?>> settings) {
    Map<String, String> all = new TreeMap<>(values);
    for (Setting<?> setting : settings) {
      if (!setting.usual().isEmpty()) {
        all.putIfAbsent(setting.name(), setting.usual());
      }
    }
    return new Settings(all);
  }

  /** Returns all values as text, by name and sorted by it. */
  @JsonValue
  public Map<String, String> values() {
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings && values.equals(settings.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
