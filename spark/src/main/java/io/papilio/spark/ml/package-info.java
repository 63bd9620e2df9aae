/**
 * Papilio's learners as estimators of Spark ML: they read a dataset once and train within one
 * barrier stage, in which the tasks talk to each other and Spark has nothing to do.
 *
 * <pre>
 *   dataset --rows--> blocks of CSR --shuffle--> tasks of a barrier stage --task 0--> model
 *                                                  \__ Communicator __/
 * </pre>
 */
package io.papilio.spark.ml;
