package io.papilio.cli.network;

/** What workers are, if all of them run on this machine. */
public enum Launch {
  THREADS,
  PROCESSES
}
