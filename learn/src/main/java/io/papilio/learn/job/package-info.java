/**
 * A training as a whole, the same wherever it runs.
 *
 * <pre>
 *   command, Java, Spark ──> TrainingSpec ──as JSON──> every worker: TrainingJob
 *
 *   TrainingJob   own rows ─> census ─> family ─> Trainer ─> metrics ─> TrainingResult
 *   Trainer       optimizer, watched: curve, times, bytes, early stop, checkpoints
 * </pre>
 */
package io.papilio.learn.job;
