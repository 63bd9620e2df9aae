package io.papilio.spark;

import io.papilio.learn.data.Features;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Where examples come from. */
interface Source {
  /** How features are made of them. */
  Features features();

  /** How many features they have. */
  int size();

  /** {@code label}, {@code features} of this size, and {@code weight}. */
  Dataset<Row> dataset(SparkSession session, int size);

  /** Forgets what is kept. */
  void close();
}
