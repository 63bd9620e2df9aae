package io.papilio.spark.ml;

import java.io.Serializable;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;

/** What all learners can be told, as parameters of one; the names are those of papilio train. */
record TrainingParams(
    DoubleParam l2,
    IntParam epochs,
    IntParam batch,
    DoubleParam rate,
    Param<String> sync,
    Param<String> consistency,
    LongParam seed,
    IntParam numWorkers)
    implements Serializable {

  static TrainingParams of(Params owner) {
    String uid = owner.uid();
    return new TrainingParams(
        new DoubleParam(
            uid,
            "l2",
            "adds l2/2 times the squared norm of the weights to the sum of all losses",
            ParamValidators.gtEq(0)),
        new IntParam(uid, "epochs", "passes over the rows", ParamValidators.gtEq(1)),
        new IntParam(uid, "batch", "rows of a worker in a step of sgd", ParamValidators.gtEq(1)),
        new DoubleParam(
            uid,
            "rate",
            "the first step of sgd is so long; if not set it is found on a sample",
            ParamValidators.gt(0)),
        Columns.text(owner, "sync", "how workers keep together, as in papilio train --sync"),
        Columns.text(
            owner, "consistency", "how far they may drift apart: bsp, notify-ack, ssp:S or asp"),
        new LongParam(uid, "seed", "for all that is random"),
        new IntParam(
            uid,
            "numWorkers",
            "tasks that train together; if not set, as many as there are slots and partitions",
            ParamValidators.gtEq(1)));
  }

  void setDefaults(Params owner) {
    owner.setDefault(batch, 16);
    owner.setDefault(consistency, "bsp");
    owner.setDefault(seed, 1L);
  }
}
