package io.papilio.cli.train;

import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.OptimizerKinds;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Gives a command an option for each setting that a model family or an optimizer of the class path
 * declares: {@code l2} is {@code --l2}.
 */
public final class SettingOptions implements IModelTransformer {
  private static final String PREFIX = "--";

  /** What is known of one name, which several may declare. */
  private static final class Declared {
    private final Set<String> labels = new LinkedHashSet<>();
    private final Set<String> descriptions = new LinkedHashSet<>();
    private final Map<String, String> defaults = new LinkedHashMap<>(); // by who has it

    void add(Setting<?> setting, String who, Settings usual) {
      labels.add(setting.label());
      descriptions.add(setting.description());
      add(usual.values().getOrDefault(setting.name(), setting.usual()), who);
    }

    void add(String value, String who) {
      if (!value.isEmpty() && !defaults.getOrDefault(value, "").contains(who)) {
        defaults.merge(value, who, (before, more) -> before + ", " + more);
      }
    }

    String label() {
      return labels.iterator().next();
    }

    String description() {
      String text = String.join(" ", descriptions);
      if (defaults.isEmpty()) {
        return text;
      }
      StringJoiner all = new StringJoiner("; ", " (default: ", ")");
      defaults.forEach(
          (value, who) -> all.add(defaults.size() == 1 ? value : value + " for " + who));
      return text.endsWith(".")
          ? text.substring(0, text.length() - 1) + all + "."
          : text + all + ".";
    }
  }

  private static Map<String, Declared> declared() {
    Map<String, Declared> all = new LinkedHashMap<>();
    for (ModelFamily family : Families.all()) {
      for (Setting<?> setting : family.settings()) {
        all.computeIfAbsent(setting.name(), name -> new Declared())
            .add(setting, family.name(), family.usual());
      }
    }
    for (OptimizerKind kind : OptimizerKinds.all()) {
      for (Setting<?> setting : kind.settings()) {
        all.computeIfAbsent(setting.name(), name -> new Declared())
            .add(setting, kind.name(), kind.usual());
      }
    }
    Families.all().forEach(family -> addUsual(all, family.usual(), family.name()));
    OptimizerKinds.all().forEach(kind -> addUsual(all, kind.usual(), kind.name()));
    return all;
  }

  /** Adds defaults of settings that others declare. */
  private static void addUsual(Map<String, Declared> all, Settings usual, String who) {
    usual.values().forEach((name, value) -> all.get(name).add(value, who));
  }

  @Override
  public CommandSpec transform(CommandSpec command) {
    declared()
        .forEach(
            (name, setting) -> {
              if (command.findOption(PREFIX + name) == null) {
                command.addOption(
                    OptionSpec.builder(PREFIX + name)
                        .paramLabel(setting.label())
                        .arity("1")
                        .type(String.class)
                        .description(setting.description().replace("%", "%%"))
                        .build());
              }
            });
    return command;
  }

  /** Returns those that were given to a command. */
  static Settings given(CommandSpec command) {
    Settings settings = Settings.NONE;
    for (String name : declared().keySet()) {
      OptionSpec option = command.findOption(PREFIX + name);
      if (option != null && option.getValue() != null) {
        settings = settings.with(name, option.getValue());
      }
    }
    return settings;
  }
}
