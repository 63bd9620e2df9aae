package io.papilio.learn.job;

import io.papilio.learn.data.cache.CachedSource;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.read.Inputs;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.linear.LinearFamily;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.OptimizerKinds;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A training, described completely: all that a worker has to know. It is made by the command line,
 * by a Java program or by Spark, and travels to workers as {@linkplain Json JSON}.
 *
 * <p>Every default and every check is here, or with the family or the optimizer that it is about.
 *
 * @param model the name of a {@link ModelFamily}
 * @param optimizer the name of an {@link OptimizerKind}; {@link #AUTO}: what suits the model
 * @param settings what the model and the optimizer are told
 * @param seed for all that is random
 * @param patience with held-out examples: how many evaluations without a lower loss end a training
 */
public record TrainingSpec(
    String model,
    String optimizer,
    Settings settings,
    DataSpec data,
    SyncSpec sync,
    PlaceSpec place,
    OutputSpec output,
    long seed,
    int patience) {
  /**
   * What is left to be chosen, as soon as enough is known: an optimizer and a strategy by the
   * model; what workers of a matrix model exchange by price, when the data are there.
   */
  public static final String AUTO = "auto";

  private static final int PATIENCE = 5;

  /** Returns a training of a model on made-up examples, with defaults for all. */
  public static TrainingSpec of(String model) {
    return new TrainingSpec(
        model,
        AUTO,
        Settings.NONE,
        DataSpec.MADE_UP,
        SyncSpec.AUTO,
        PlaceSpec.THREADS,
        OutputSpec.NONE,
        1,
        PATIENCE);
  }

  /**
   * Returns the training that a JSON text describes. Fields that are not there have their defaults,
   * so that <code>{}</code> is a training, too.
   *
   * @throws IllegalArgumentException if a field is unknown, or has none of its values
   */
  public static TrainingSpec parse(String json) {
    return Json.decode(json, of(LinearFamily.NAME));
  }

  ModelFamily family() {
    return Families.named(model);
  }

  /** Returns whether rows need labels to be learned from. */
  public boolean needsLabels() {
    return family().task(settings) != ModelFamily.Task.UNLABELLED;
  }

  /** Returns the kind of optimizer, which must have been named or {@linkplain #resolve found}. */
  OptimizerKind kind() {
    return OptimizerKinds.named(optimizer, family().problem(), model);
  }

  /**
   * Returns the same with nothing left to be chosen that does not depend on the data: optimizer,
   * strategy, and all settings that the model and the optimizer know.
   *
   * @param weights how many there are to learn, where that is known
   */
  public TrainingSpec resolve(OptionalLong weights) {
    ModelFamily family = family();
    TrainingSpec named = optimizer.equals(AUTO) ? withOptimizer(usualOptimizer(weights)) : this;
    OptimizerKind kind = named.kind();
    Settings all = family.usual().with(kind.usual()).with(settings).orUsual(settings(family, kind));
    String strategy = sync.isChosen() ? sync.strategy() : usualStrategy(kind);
    return named.withSettings(all).withSync(sync.with(strategy));
  }

  /** A strategy, or a setting, that the usual one does not take asks for one that stands in. */
  private String usualOptimizer(OptionalLong weights) {
    String usual = family().optimizer(settings, weights);
    return isTaken(OptimizerKinds.named(usual, family().problem(), model))
        ? usual
        : OptimizerKinds.solving(family().problem()).stream()
            .filter(kind -> kind.standsIn() && isTaken(kind))
            .map(OptimizerKind::name)
            .findFirst()
            .orElse(usual);
  }

  /** Returns whether an optimizer takes the strategy and all settings that were given. */
  private boolean isTaken(OptimizerKind kind) {
    List<String> known = settings(family(), kind).stream().map(Setting::name).toList();
    return known.containsAll(settings.values().keySet())
        && (kind.takesStrategies() || sync.isUsual() || needsNoStrategy());
  }

  /** Who is alone exchanges nothing, but may be slow. */
  private boolean needsNoStrategy() {
    return place.isAlone() && !sync.isSlowed();
  }

  private String usualStrategy(OptimizerKind kind) {
    return kind.takesStrategies()
        ? family().strategy(Consistency.parse(sync.consistency()))
        : "allreduce";
  }

  /** Returns how many evaluations without a lower loss end a training; 0: none do. */
  int patienceOrNone() {
    return data.holdOut() > 0 ? patience : 0;
  }

  /** Returns the same with another number of workers. */
  public TrainingSpec withWorkers(int workers) {
    return new TrainingSpec(
        model, optimizer, settings, data, sync, place.withWorkers(workers), output, seed, patience);
  }

  public TrainingSpec withOptimizer(String other) {
    return new TrainingSpec(model, other, settings, data, sync, place, output, seed, patience);
  }

  public TrainingSpec withSettings(Settings other) {
    return new TrainingSpec(model, optimizer, other, data, sync, place, output, seed, patience);
  }

  public TrainingSpec withData(DataSpec other) {
    return new TrainingSpec(model, optimizer, settings, other, sync, place, output, seed, patience);
  }

  public TrainingSpec withSync(SyncSpec other) {
    return new TrainingSpec(model, optimizer, settings, data, other, place, output, seed, patience);
  }

  public TrainingSpec withSync(String strategy, String consistency) {
    return withSync(sync.with(strategy).withConsistency(consistency));
  }

  public TrainingSpec withPlace(PlaceSpec other) {
    return new TrainingSpec(model, optimizer, settings, data, sync, other, output, seed, patience);
  }

  public TrainingSpec withOutput(OutputSpec other) {
    return new TrainingSpec(model, optimizer, settings, data, sync, place, other, seed, patience);
  }

  public TrainingSpec withSeed(long other) {
    return new TrainingSpec(model, optimizer, settings, data, sync, place, output, other, patience);
  }

  public TrainingSpec withPatience(int other) {
    return new TrainingSpec(model, optimizer, settings, data, sync, place, output, seed, other);
  }

  /** Returns all settings that the model and the optimizer know. */
  List<Setting<?>> known() {
    return settings(family(), kind());
  }

  /** Returns all settings that a model and an optimizer know; the family's come first. */
  private static List<Setting<?>> settings(ModelFamily family, OptimizerKind kind) {
    List<Setting<?>> all = new ArrayList<>(family.settings());
    Set<String> names = new LinkedHashSet<>(all.stream().map(Setting::name).toList());
    kind.settings().stream().filter(setting -> names.add(setting.name())).forEach(all::add);
    return all;
  }

  /**
   * Returns the name of the setting that bounds how long it trains: iterations of L-BFGS, where
   * there are any, else epochs.
   */
  public String limit() {
    return resolve(OptionalLong.empty()).kind().limit().name();
  }

  /** Returns about how many points the curve will have. */
  public long points() {
    TrainingSpec used = resolve(OptionalLong.empty());
    return used.kind().points(used.settings);
  }

  /** Returns how workers keep together, if that does not depend on the data. */
  public Sync used() {
    return resolve(OptionalLong.empty()).sync.sync();
  }

  /**
   * Refuses what does not go together, and files that could not be read or written, before any long
   * work.
   *
   * @throws IllegalArgumentException if something does not go together
   */
  public void check() throws IOException {
    output.requireWritable();
    if (!data.cache().isEmpty()) {
      CachedSource.requireWritable(Path.of(data.cache()));
    }
    checkOptions();
    if (place.isHere()) {
      Inputs.sources(data.files());
    }
  }

  /**
   * Refuses what does not go together, wherever its files are.
   *
   * @throws IllegalArgumentException if something does not go together
   */
  public void checkOptions() {
    data.check();
    TrainingSpec used = resolve(OptionalLong.empty());
    used.checkSettings();
    used.checkSync();
    used.checkPlace();
    output.check();
    refuse(data.holdOut() > 0 && patience < 1, "patience must be 1 or more, not " + patience);
    refuse(
        data.holdOut() == 0 && patience != PATIENCE,
        "patience needs a hold-out, whose loss it watches");
    refuse(
        !output.from().isEmpty() && !used.kind().takesStart(),
        used.optimizer
            + " begins at zero, whatever model it is given to begin with: use another optimizer");
  }

  /** Every setting must be known to the model or the optimizer, and have a value of its kind. */
  private void checkSettings() {
    List<Setting<?>> known = known();
    for (String name : settings.values().keySet()) {
      if (known.stream().noneMatch(setting -> setting.name().equals(name))) {
        throw new IllegalArgumentException(
            "%s is not for model %s with optimizer %s%s"
                .formatted(name, model, optimizer, hint(name)));
      }
    }
    for (Setting<?> setting : known) {
      settings.given(setting);
    }
    kind()
        .optimizer(
            family().example(settings, Math.max(1, data.features())),
            new OptimizerKind.Instructions(settings, sync.sync(), seed, 1));
  }

  /** Says for what a setting is, if it is for anything. */
  private static String hint(String name) {
    Set<String> users = new TreeSet<>();
    for (ModelFamily family : Families.all()) {
      family.settings().stream()
          .filter(setting -> setting.name().equals(name))
          .forEach(setting -> users.add("model " + family.name()));
    }
    for (OptimizerKind kind : OptimizerKinds.all()) {
      kind.settings().stream()
          .filter(setting -> setting.name().equals(name))
          .forEach(setting -> users.add("optimizer " + kind.name()));
    }
    return users.isEmpty() ? "" : "; it is for " + String.join(", ", users);
  }

  private void checkSync() {
    Sync how = sync.sync();
    OptimizerKind kind = kind();
    boolean isUsual = sync.equals(SyncSpec.AUTO.with(usualStrategy(kind)));
    refuse(
        !kind.takesStrategies() && !isUsual && !needsNoStrategy(),
        ("%s always uses all-reduce: sync, consistency, pace and straggle work with the optimizer"
                + " %s")
            .formatted(optimizer, namesOf(OptimizerKind::takesStrategies)));
    refuse(
        !kind.survivesLosses() && place.shrinks(),
        "on-failure shrink works with the optimizer %s, not with %s"
            .formatted(namesOf(OptimizerKind::survivesLosses), optimizer));
    refuse(
        output.resume() && !how.isInStep(),
        "resume needs workers that are in step, as under consistency bsp");
    refuse(
        data.holdOut() > 0 && !how.isInStep(),
        "hold-out needs workers that are in step, as under consistency bsp");
    place.knownWorkers().ifPresent(sync::requireStraggler);
    how.strategy()
        .topology()
        .ifPresent(graph -> place.knownWorkers().ifPresent(size -> graph.sendTo(0, size, 0)));
  }

  /** Refuses, with a reason, what is so. */
  static void refuse(boolean isSo, String reason) {
    if (isSo) {
      throw new IllegalArgumentException(reason);
    }
  }

  /** Returns the names of optimizers of this model that are so. */
  private String namesOf(Predicate<OptimizerKind> which) {
    return OptimizerKinds.solving(family().problem()).stream()
        .filter(which)
        .map(OptimizerKind::name)
        .collect(Collectors.joining(" or "));
  }

  private void checkPlace() {
    refuse(
        data.usesMemory() && place.launch() != Launch.THREADS,
        "rows in memory are for threads: all else reads files, so write the rows to one");
    refuse(
        place.shrinks() && place.launch() == Launch.THREADS,
        "on-failure shrink is for workers that can be lost: processes, or hosts");
    refuse(
        place.shrinks() && place.launch() == Launch.SPARK,
        "on-failure shrink is not for Spark, which repeats a failed stage itself");
    refuse(place.shrinks() && data.holdOut() > 0, "hold-out works with on-failure abort only");
    refuse(
        place.shrinks() && data.readsStandardInput(),
        "on-failure shrink reads the data again, and the standard input can be read once");
    refuse(
        place.launch() == Launch.HOSTS && data.readsStandardInput(),
        "hosts read files, not the standard input");
    if (place.launch() == Launch.SPARK) {
      checkSpark();
    } else {
      data.fileFormat(); // which knows them
    }
  }

  private void checkSpark() {
    refuse(data.readsStandardInput(), "Spark reads files, not the standard input");
    refuse(data.parts(), "data-parts is for hosts: Spark deals out rows itself");
    refuse(
        !data.cache().isEmpty() || data.memory() > 0,
        "cache and memory are for files: Spark keeps rows itself");
    refuse(
        output.resume() || output.checkpointSeconds() != OutputSpec.NONE.checkpointSeconds(),
        "resume and checkpoint-every are not for Spark, which repeats a failed stage itself");
    refuse(
        data.isMadeUp() && !data.tests().isEmpty(),
        "test files need data on Spark: made-up examples are judged by made-up ones there");
    refuse(
        !data.isTable() && data.fileFormat().equals(Optional.of(Format.IDX)),
        "Spark reads lines and tables, and idx is neither: papilio data convert makes lines");
    refuse(
        data.isTable() && (data.bits() > 0 || !data.interactions().isEmpty()),
        "bits and interactions are for lines of text: %s has vectors".formatted(data.format()));
  }
}
