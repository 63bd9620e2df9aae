package io.papilio.spark.ml;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * What all learners can be told of a training.
 *
 * @param <S> the learner
 */
public interface HasTraining<S> extends Params {
  /** For {@link #l2} and the like; not for users. */
  TrainingParams training();

  default DoubleParam l2() {
    return training().l2();
  }

  default double getL2() {
    return (double) getOrDefault(l2());
  }

  /** Adds l2/2 ‖w‖² to the sum of all losses: MLlib's regParam times the weight of all rows. */
  default S setL2(double value) {
    return with(l2(), value);
  }

  default IntParam epochs() {
    return training().epochs();
  }

  /** Passes over the rows, for learners that count them. */
  default S setEpochs(int value) {
    return with(epochs(), value);
  }

  default IntParam batch() {
    return training().batch();
  }

  default int getBatch() {
    return (int) getOrDefault(batch());
  }

  default S setBatch(int value) {
    return with(batch(), value);
  }

  default DoubleParam rate() {
    return training().rate();
  }

  /** If it was set; otherwise it is found. */
  default OptionalDouble getRate() {
    return isDefined(rate())
        ? OptionalDouble.of((double) getOrDefault(rate()))
        : OptionalDouble.empty();
  }

  default S setRate(double value) {
    return with(rate(), value);
  }

  default Param<String> sync() {
    return training().sync();
  }

  default S setSync(String value) {
    return with(sync(), value);
  }

  default Param<String> consistency() {
    return training().consistency();
  }

  default String getConsistency() {
    return getOrDefault(consistency());
  }

  default S setConsistency(String value) {
    return with(consistency(), value);
  }

  default LongParam seed() {
    return training().seed();
  }

  default long getSeed() {
    return (long) getOrDefault(seed());
  }

  default S setSeed(long value) {
    return with(seed(), value);
  }

  default IntParam numWorkers() {
    return training().numWorkers();
  }

  /** If it was set; otherwise slots and partitions say. */
  default OptionalInt getNumWorkers() {
    return isDefined(numWorkers())
        ? OptionalInt.of((int) getOrDefault(numWorkers()))
        : OptionalInt.empty();
  }

  default S setNumWorkers(int value) {
    return with(numWorkers(), value);
  }

  @SuppressWarnings("unchecked") // S says what this is
  private <T> S with(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }
}
