package io.papilio.bench;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Lbfgs;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Online;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.Communicator;
import java.util.Locale;

/** What is timed of a learner: so many passes over rows in memory, and nothing else. */
enum Exercise {
  /** Plain, a step a row. */
  SGD(5) {
    @Override
    Optimizer optimizer(int passes) {
      return new Sgd(REGULARISED, passes, 1, RATE, false, SEED, Sync.ALL_REDUCE);
    }
  },

  /** As it is by default: without a regulariser. */
  ONLINE(5) {
    @Override
    Optimizer optimizer(int passes) {
      return new Online(new Objective(Loss.LOGISTIC, 0, 0), passes, SEED);
    }
  },

  /** A pass is an iteration; it goes through the entries twice. */
  LBFGS(10) {
    @Override
    Optimizer optimizer(int passes) {
      return new Lbfgs(REGULARISED, passes, 0);
    }
  };

  /** What LIBLINEAR calls C = 1. */
  static final Objective REGULARISED = new Objective(Loss.LOGISTIC, 1, 0);

  private static final long SEED = 1;

  /** Rows of length 1 want large steps. */
  private static final double RATE = 10;

  private final int passes;

  Exercise(int passes) {
    this.passes = passes;
  }

  /** For so many passes at most. */
  abstract Optimizer optimizer(int passes);

  /** As on command lines. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Exercise of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Does it once; all workers together. Returns the seconds of a pass, by the slowest worker. */
  double secondsOfPass(Communicator comm, Dataset data) {
    Shard shard = data.rows().part(comm.size(), comm.rank());
    float[] weights = new float[data.features() + 1];
    comm.barrier();
    long start = System.nanoTime();
    long iterations = optimizer(passes).run(comm, shard, weights, (examples, w) -> true);
    comm.barrier();
    double seconds = (System.nanoTime() - start) / 1e9;
    return seconds / (this == LBFGS ? iterations : passes);
  }
}
