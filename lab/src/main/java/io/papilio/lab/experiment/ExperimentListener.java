package io.papilio.lab.experiment;

/** Hears how an experiment goes on. */
public interface ExperimentListener {
  /** Hears what is done from now on. */
  default void onStage(String what) {}

  /** Hears that one more step is done. */
  default void onStep() {}

  /** Hears what else a process has printed, behind its rank. */
  default void onPrint(String line) {}
}
