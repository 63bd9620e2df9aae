/**
 * Papilio's learners as estimators of Spark ML: they read a dataset once and train within one
 * barrier stage, in which the tasks talk to each other and Spark has nothing to do.
 *
 * <pre>
 *   parameters --fill--> TrainingSpec --as JSON--> tasks of a barrier stage: TrainingJob --> model
 *   dataset --rows--> RowBlocks --shuffle-----------^      \__ Communicator __/
 * </pre>
 */
package io.papilio.spark.ml;
