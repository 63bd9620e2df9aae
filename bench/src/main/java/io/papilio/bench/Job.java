package io.papilio.bench;

import java.util.List;

/** What a contender is asked to do in one run. */
record Job(int ranks, List<Integer> lengths, int samples) {
  /** Samples that are enough in a turn. */
  static final int USUAL_SAMPLES = 7;
}
