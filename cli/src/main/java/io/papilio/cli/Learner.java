package io.papilio.cli;

import io.papilio.core.topology.Topology;
import io.papilio.learn.data.Generator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a kind of model is learned, as the command line says: what is known before the data. */
interface Learner {
  /** Refuses options that do not go together. */
  void check();

  /** Whether it looks at labels. */
  boolean needsLabels();

  /** Whether workers take their steps together, so that there are checkpoints to go on from. */
  boolean isInStep();

  /** Strategies to compare, if nobody says which. */
  List<String> usualSyncs();

  /** Refuses a strategy that is not spelled as any is. */
  void checkSync(String sync) throws IOException;

  /** Refuses a strategy that is not for so many workers. */
  void checkWorkers(int workers);

  /** By which workers average with neighbours, if they do. */
  Optional<Topology> topology();

  /** What may go wrong with several workers, though it is allowed. */
  default List<String> warnings() {
    return List.of();
  }

  /** About how often the curve gets a point. */
  long steps();

  /** All options, as used. */
  Map<String, Object> describe();

  /** What is learned if there are no data. */
  MadeUp madeUp();

  Training training(TrainOptions.Loaded loaded, double holdOut);

  /** So many examples to learn from, and then so many to judge by. */
  record MadeUp(Generator generator, int rows, int test) {}
}
