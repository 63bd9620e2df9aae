package io.papilio.spark.ml;

import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.OptimizerKinds;
import io.papilio.learn.setting.Setting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The parameters of a learner: what belongs to every training, and the settings that model families
 * and optimizers declare. None of them has a default here: whatever is not set is left to {@link
 * io.papilio.learn.job.TrainingSpec}.
 */
record TrainingParams(
    IntParam maxIter,
    Param<String> optimizer,
    Param<String> sync,
    Param<String> consistency,
    LongParam seed,
    DoubleParam holdOut,
    IntParam patience,
    IntParam numWorkers)
    implements Serializable {

  /** Returns the parameters of a learner that belong to every training. */
  static TrainingParams of(Params owner) {
    String uid = owner.uid();
    return new TrainingParams(
        new IntParam(uid, "maxIter", "The most iterations of L-BFGS, also within hybrid."),
        Columns.text(owner, "optimizer", "How to train; if not set, what suits the model."),
        Columns.text(owner, "sync", "How workers keep together, as in papilio train --sync."),
        Columns.text(
            owner,
            "consistency",
            "How far workers may drift apart: bsp, notify-ack, ssp:S or asp."),
        new LongParam(uid, "seed", "Seed of all that is random."),
        new DoubleParam(uid, "holdOut", "Share of the rows that is kept back to see when to stop."),
        new IntParam(
            uid, "patience", "With holdOut: evaluations without a lower loss that end a training."),
        new IntParam(
            uid,
            "numWorkers",
            "Tasks that train together; if not set, as many as there are slots and partitions."));
  }

  /** Returns what the models of a family, or of all, and their optimizers can be told. */
  static Map<String, Setting<?>> declared(Optional<String> family) {
    List<ModelFamily> families = family.map(Families::named).map(List::of).orElse(Families.all());
    Stream<OptimizerKind> kinds =
        families.stream().flatMap(one -> OptimizerKinds.solving(one.problem()).stream());
    List<Setting<?>> all = new ArrayList<>();
    families.forEach(one -> all.addAll(one.settings()));
    kinds.forEach(one -> all.addAll(one.settings()));
    Map<String, Setting<?>> byName = new TreeMap<>();
    all.forEach(one -> byName.putIfAbsent(one.name(), one));
    return byName;
  }

  /** Returns a parameter for each setting, by its name. */
  static Map<String, Param<?>> settings(Params owner, Map<String, Setting<?>> declared) {
    Map<String, Param<?>> settings = new LinkedHashMap<>();
    declared.forEach((name, setting) -> settings.put(name, param(owner, setting)));
    return settings;
  }

  private static Param<?> param(Params owner, Setting<?> setting) {
    String name = setting.name();
    return switch (setting.type()) {
      case NUMBER -> new DoubleParam(owner.uid(), name, setting.description());
      case COUNT -> new IntParam(owner.uid(), name, setting.description());
      case TEXT -> Columns.text(owner, name, setting.description());
    };
  }
}
