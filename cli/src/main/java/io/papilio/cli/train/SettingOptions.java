package io.papilio.cli.train;

import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKinds;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Gives a command an option for each setting that a model family or an optimizer of the class path
 * declares: {@code l2} is {@code --l2}. Help texts name the families and optimizers that there are.
 */
public final class SettingOptions implements IModelTransformer {
  private static final String PREFIX = "--";

  /** What is known of one name, which several may declare. */
  private static final class Declared {
    private final String label;
    private final Set<String> descriptions = new LinkedHashSet<>();
    private final Map<String, String> defaults = new LinkedHashMap<>(); // by who has it

    Declared(String label) {
      this.label = label;
    }

    void add(Setting<?> setting, String who, Settings usual) {
      descriptions.add(setting.description());
      add(usual.values().getOrDefault(setting.name(), setting.usual()), who);
    }

    void add(String value, String who) {
      if (!value.isEmpty() && !defaults.getOrDefault(value, "").contains(who)) {
        defaults.merge(value, who, (before, more) -> before + ", " + more);
      }
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
    Families.all().forEach(one -> add(all, one.settings(), one.name(), one.usual()));
    OptimizerKinds.all().forEach(one -> add(all, one.settings(), one.name(), one.usual()));
    Families.all().forEach(family -> addUsual(all, family.usual(), family.name()));
    OptimizerKinds.all().forEach(kind -> addUsual(all, kind.usual(), kind.name()));
    return all;
  }

  private static Map<String, Declared> evaluation() {
    Map<String, Declared> all = new LinkedHashMap<>();
    Families.all().forEach(one -> add(all, one.evaluationSettings(), one.name(), Settings.NONE));
    return all;
  }

  private static void add(
      Map<String, Declared> all, List<Setting<?>> settings, String who, Settings usual) {
    settings.forEach(
        setting ->
            all.computeIfAbsent(setting.name(), name -> new Declared(setting.label()))
                .add(setting, who, usual));
  }

  /** Adds defaults of settings that others declare. */
  private static void addUsual(Map<String, Declared> all, Settings usual, String who) {
    usual.values().forEach((name, value) -> all.get(name).add(value, who));
  }

  /** Makes options of what models can be told when they are judged. */
  static final class OfEvaluation implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return addTo(command, evaluation());
    }
  }

  @Override
  public CommandSpec transform(CommandSpec command) {
    describe(
        command,
        "--model",
        "Model family: %s (default: ${DEFAULT-VALUE}).",
        family -> "%s (%s)".formatted(family.name(), family.summary()));
    describe(
        command,
        "--optimizer",
        "Optimizer; * marks the default. %s. A setting or a strategy that the default does not"
            + " know, such as --batch or --sync, implies sgd.",
        SettingOptions::optimizers);
    return addTo(command, declared());
  }

  private static void describe(
      CommandSpec command, String name, String text, Function<ModelFamily, String> words) {
    String each = Families.all().stream().map(words).collect(Collectors.joining("; "));
    OptionSpec option = command.findOption(name);
    command.remove(option);
    command.addOption(
        OptionSpec.builder(option).description(text.formatted(each).replace("%", "%%")).build());
  }

  private static String optimizers(ModelFamily family) {
    String usual = family.optimizer(Settings.NONE, OptionalLong.empty());
    return OptimizerKinds.solving(family.problem()).stream()
        .map(kind -> kind.name() + (kind.name().equals(usual) ? "*" : ""))
        .collect(Collectors.joining(", ", family.name() + ": ", ""));
  }

  private static CommandSpec addTo(CommandSpec command, Map<String, Declared> settings) {
    settings.forEach(
        (name, setting) -> {
          if (command.findOption(PREFIX + name) == null) {
            command.addOption(
                OptionSpec.builder(PREFIX + name)
                    .paramLabel(setting.label)
                    .arity("1")
                    .type(String.class)
                    .description(setting.description().replace("%", "%%"))
                    .build());
          }
        });
    return command;
  }

  /** Returns those that were given to a command that trains. */
  static Settings given(CommandSpec command) {
    return given(command, declared().keySet());
  }

  /** Returns those that were given to a command that judges. */
  static Settings givenToEvaluation(CommandSpec command) {
    return given(command, evaluation().keySet());
  }

  private static Settings given(CommandSpec command, Set<String> names) {
    Settings settings = Settings.NONE;
    for (String name : names) {
      OptionSpec option = command.findOption(PREFIX + name);
      if (option != null && option.getValue() != null) {
        settings = settings.with(name, option.getValue());
      }
    }
    return settings;
  }
}
