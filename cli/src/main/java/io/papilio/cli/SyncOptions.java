package io.papilio.cli;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.matrix.FactorSync;
import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.mix.Consistency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How workers keep together, and what becomes of them if one is slow or lost. */
final class SyncOptions {
  @Option(
      names = "--sync",
      paramLabel = "STRATEGY",
      description = {
        "How workers of sgd and pegasos keep together (default: butterfly): allreduce[:ALGORITHM],",
        "periodic[:K[:ALGORITHM]], server, none, or a topology: butterfly, expander, ring, chain,",
        "halton, complete, star, tree, graph:FILE. Of matrix models: factors[:TOPOLOGY],",
        "full-matrix, server, or auto, the cheapest (the default). To choose, see papilio compare."
      })
  private String strategy;

  @Option(
      names = "--consistency",
      paramLabel = "C",
      defaultValue = "bsp",
      description =
          "How far workers that average with neighbours may drift apart: bsp, notify-ack, ssp:S or"
              + " asp; those that send factors: bsp, ssp:S or asp (default: ${DEFAULT-VALUE}).")
  private String consistency;

  @Option(
      names = "--on-failure",
      defaultValue = "abort",
      description =
          "When a worker is lost: abort, or shrink, with which the others go on; for sgd and"
              + " pegasos (default: ${DEFAULT-VALUE}).")
  private Policy policy;

  @Option(
      names = "--straggle",
      paramLabel = "RANK:FACTOR",
      description = "For experiments: this worker computes so many times as long.")
  private String straggle;

  @Option(
      names = "--pace",
      paramLabel = "MS",
      defaultValue = "0",
      description =
          "For experiments: no worker computes a step in fewer milliseconds, as if each had a core"
              + " of its own.")
  private double pace;

  /** What to do when a worker is lost, named as on the command line. */
  enum Policy {
    ABORT,
    SHRINK
  }

  /** As the optimizer of this name can use it. */
  Sync of(LearnerOptions.OptimizerName name) {
    String usual = name.mixes() ? "butterfly" : "allreduce";
    try {
      Sync chosen =
          new Sync(
              SyncStrategy.parse(strategy == null ? usual : strategy),
              Consistency.parse(consistency),
              pace());
      if (!name.mixes() && (!chosen.equals(Sync.ALL_REDUCE) || shrinks())) {
        throw new IllegalArgumentException(
            "%s averages in its own way: --sync, --consistency, --on-failure, --straggle and --pace"
                    .formatted(Names.of(name))
                + " are for sgd and pegasos");
      }
      return chosen;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As matrix models can use it. */
  FactorSync factors(LinkModel link) {
    if (!pace().equals(Pace.FULL)) {
      throw new IllegalArgumentException("--straggle and --pace are for linear models");
    }
    Consistency how = Consistency.parse(consistency);
    if (how instanceof Consistency.BarrierOnly) {
      throw new IllegalArgumentException(how + " is for papilio lab: it loses updates");
    }
    String usual = how instanceof Consistency.Bsp ? "auto" : "factors";
    return FactorSync.parse(strategy == null ? usual : strategy, how, link);
  }

  private Pace pace() {
    long nanos = Math.round(pace * 1e6);
    if (straggle == null) {
      return new Pace(nanos, -1, 1);
    }
    if (!straggle.matches("\\d{1,6}:\\d{1,6}(\\.\\d+)?")) {
      throw new IllegalArgumentException("--straggle is RANK:FACTOR, such as 3:4, not " + straggle);
    }
    String[] parts = straggle.split(":");
    return new Pace(nanos, Integer.parseInt(parts[0]), Double.parseDouble(parts[1]));
  }

  boolean shrinks() {
    return policy == Policy.SHRINK;
  }

  /** All of them, as used. */
  Map<String, Object> describe(LearnerOptions.OptimizerName name) {
    return describe(of(name).strategy().toString());
  }

  /** All of them, as used by matrix models. */
  Map<String, Object> describe(FactorSync sync) {
    return describe(sync.toString());
  }

  private Map<String, Object> describe(String sync) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("sync", sync);
    all.put("consistency", Consistency.parse(consistency).toString());
    all.put("onFailure", Names.of(policy));
    all.put("straggle", straggle);
    all.put("pace", pace);
    return all;
  }
}
