/** Papilio within Spark: tasks of a stage, and executors, as a group that all-reduces. */
package io.papilio.spark;
