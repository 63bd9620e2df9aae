package io.papilio.spark.ml;

import io.papilio.learn.setting.Setting;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** The parameters of a learner or a model by their names; columns have those of MLlib. */
final class Parameters implements Serializable {
  private static final long serialVersionUID = 1;

  private final String owner;
  private final Map<String, Param<?>> all = new TreeMap<>();

  private Parameters(String owner) {
    this.owner = owner;
  }

  /** Returns the columns of a learner or a model, whose defaults become those of MLlib. */
  static Parameters columns(Params owner) {
    Parameters columns = new Parameters(owner.uid());
    columns.addText("weightCol", "how often a row counts; once if there is no such column");
    Map<String, String> usual =
        Map.of(
            "features", "vectors to learn from",
            "label", "numbers to learn",
            "prediction", "where labels that are predicted go",
            "rawPrediction", "where margins go, one for each class",
            "probability", "where probabilities go, one for each class");
    usual.forEach((name, doc) -> owner.setDefault(columns.addText(name + "Col", doc), name));
    return columns;
  }

  Param<?>[] all() {
    return all.values().toArray(Param<?>[]::new);
  }

  @SuppressWarnings("unchecked") // who asks knows of which type it is
  <P extends Param<?>> P get(String name) {
    return (P) all.get(name);
  }

  <P extends Param<?>> P add(P param) {
    all.put(param.name(), param);
    return param;
  }

  /** Adds a parameter that has no default: what is not set is left to the training. */
  void add(Setting.Type type, String name, String doc) {
    switch (type) {
      case NUMBER -> add(new DoubleParam(owner, name, doc));
      case COUNT -> add(new IntParam(owner, name, doc));
      case TEXT -> addText(name, doc);
    }
  }

  /** Adds text. Spark 4 wants a class tag with it, of which Spark 3 knows nothing. */
  private Param<String> addText(String name, String doc) {
    Object[] arguments = {owner, name, doc, ClassTag$.MODULE$.apply(String.class)};
    for (Constructor<?> one : Param.class.getConstructors()) {
      Class<?>[] types = one.getParameterTypes();
      boolean hasTag = types.length == 4 && types[3] == ClassTag.class;
      if (types[0] == String.class && (types.length == 3 || hasTag)) {
        return add(make(one, Arrays.copyOf(arguments, types.length)));
      }
    }
    throw new IllegalStateException("this Spark has no parameters that Papilio could make");
  }

  @SuppressWarnings("unchecked") // it is of whatever it is asked to be
  private static Param<String> make(Constructor<?> constructor, Object[] arguments) {
    try {
      return (Param<String>) constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
