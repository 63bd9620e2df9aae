package io.papilio.learn.job;

import io.papilio.learn.data.Census;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.setting.Setting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** All options of a training, as used, for JSON. */
final class UsedOptions {

  private UsedOptions() {}

  /** Returns those that the weights depend on. */
  private static Map<String, Object> of(TrainingSpec used) {
    Map<String, Object> all = new LinkedHashMap<>();
    DataSpec data = used.data();
    all.put("data", data.inputs());
    all.put("test", data.tests());
    all.put("from", text(used.output().from()));
    all.put("model", used.model());
    all.put("optimizer", used.optimizer());
    Map<String, Setting.Type> types =
        used.known().stream().collect(Collectors.toMap(Setting::name, Setting::type));
    used.settings()
        .values()
        .forEach((name, value) -> all.put(camel(name), value(types.get(name), value)));
    all.put("seed", used.seed());
    all.put("sync", used.sync().strategy());
    all.put("consistency", used.sync().consistency());
    all.put("onFailure", Setting.spelling(used.place().onFailure()));
    all.put("straggle", straggle(used.sync()));
    all.put("pace", used.sync().paceMillis());
    all.put("holdOut", data.holdOut());
    all.put("patience", used.patienceOrNone());
    all.put("calibrate", used.place().calibrate());
    all.put("bits", data.bits());
    all.put("interact", data.interactions());
    return all;
  }

  /** Returns what a checkpoint must be of for a training to go on from it. */
  static Map<String, Object> name(TrainingSpec used, int workers, Census census) {
    Map<String, Object> all = of(used);
    all.put("workers", workers);
    all.put("rows", census.rows());
    all.put("fingerprint", census.fingerprint());
    return all;
  }

  static Map<String, Object> of(TrainingResult result) {
    Map<String, Object> all = of(result.used());
    all.put("cache", text(result.used().data().cache()));
    long memory = result.used().data().memory();
    all.put("memory", memory == 0 ? null : memory);
    all.put("allReduce", result.choices().allReduce());
    all.put("workers", result.workers());
    all.put("launch", Setting.spelling(result.used().place().launch()));
    all.putAll(result.choices().ofOptimizer());
    all.remove(StochasticLoop.PREDICTED); // beside what was measured
    return all;
  }

  private static String text(String value) {
    return value.isEmpty() ? null : value;
  }

  private static String straggle(SyncSpec sync) {
    return sync.straggler() < 0 ? null : sync.straggler() + ":" + sync.slowdown();
  }

  /** JSON's names have no hyphens. */
  private static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : name.split("-")) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }

  /** Numbers are numbers in JSON, but for words in place of them. */
  private static Object value(Setting.Type type, String text) {
    if (type == Setting.Type.TEXT) {
      return text;
    }
    try {
      double number = Double.parseDouble(text);
      return number == Math.rint(number) && text.matches("-?\\d{1,9}")
          ? (Object) Integer.valueOf(text)
          : (Object) number;
    } catch (NumberFormatException e) {
      return text;
    }
  }
}
