package io.papilio.bench;

import java.util.List;

/** One of those that are compared: a program that times all-reduces by the common rules. */
interface Contender {
  /** As on the command line and in files. */
  String name();

  /** As in tables. */
  String title();

  /** What to start, and wait for. */
  List<String> command(Job job);

  /** Understands what it has printed. */
  List<Timing> timings(String output);
}
