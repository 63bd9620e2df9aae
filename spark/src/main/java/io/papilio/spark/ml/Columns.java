package io.papilio.spark.ml;

import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** The columns of a learner or a model, as parameters of it; the names are those of MLlib. */
record Columns(
    Param<String> features,
    Param<String> label,
    Param<String> weight,
    Param<String> prediction,
    Param<String> rawPrediction,
    Param<String> probability)
    implements Serializable {

  static Columns of(Params owner) {
    return new Columns(
        text(owner, "featuresCol", "vectors to learn from"),
        text(owner, "labelCol", "numbers to learn"),
        text(owner, "weightCol", "how often a row counts; once if there is no such column"),
        text(owner, "predictionCol", "where labels that are predicted go"),
        text(owner, "rawPredictionCol", "where margins go, one for each class"),
        text(owner, "probabilityCol", "where probabilities go, one for each class"));
  }

  void setDefaults(Params owner) {
    for (Param<String> one : Arrays.asList(features, label, prediction, rawPrediction)) {
      owner.setDefault(one, one.name().substring(0, one.name().length() - "Col".length()));
    }
    owner.setDefault(probability, "probability");
  }

  /**
   * A parameter that is text. Spark 4 wants a class tag with it, of which Spark 3 knows nothing.
   */
  static Param<String> text(Params owner, String name, String doc) {
    Object[] all = {owner.uid(), name, doc, ClassTag$.MODULE$.apply(String.class)};
    for (Constructor<?> one : Param.class.getConstructors()) {
      Class<?>[] types = one.getParameterTypes();
      boolean hasTag = types.length == 4 && types[3] == ClassTag.class;
      if (types[0] == String.class && (types.length == 3 || hasTag)) {
        return make(one, Arrays.copyOf(all, types.length));
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
