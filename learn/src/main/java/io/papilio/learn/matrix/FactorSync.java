package io.papilio.learn.matrix;

import io.papilio.core.price.LinkModel;
import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.mix.Consistency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What workers exchange at every step of a matrix model.
 *
 * <pre>
 *   factors[:topology]   the pairs (u, v) of all, each to everybody, along a topology: complete
 *                        unless said; the only one that goes with ssp:S and asp
 *   full-matrix          the gradient matrices of all are added up by an all-reduce
 *   server               they are added up, and applied, by workers that keep a part of W each
 *   auto                 factors on the complete graph, or full-matrix, whole or its entries:
 *                        whichever is priced cheapest
 * </pre>
 */
public sealed interface FactorSync {

  /** Factors to everybody. */
  record Broadcast(Topology topology, Consistency consistency) implements FactorSync {
    public Broadcast {
      if (consistency instanceof Consistency.NotifyAck) {
        throw new IllegalArgumentException("factors go with bsp, ssp:S or asp, not notify-ack");
      }
    }

    @Override
    public boolean isInStep() {
      return consistency instanceof Consistency.Bsp
          || consistency instanceof Consistency.Ssp ssp && ssp.bound() == 0;
    }

    /**
     * How many iterations of others may be missing; as good as all under asp. Fewer where {@link
     * CastExchange#capacityBytes} is less: who is ahead waits for room then.
     */
    int slack() {
      if (consistency instanceof Consistency.Ssp ssp) {
        return ssp.bound();
      }
      return consistency instanceof Consistency.Asp ? Integer.MAX_VALUE : 0;
    }

    @Override
    public String toString() {
      return "factors:" + topology.name();
    }
  }

  /** The gradient matrix, all of it or its entries that are not zero. */
  record FullMatrix(boolean sparse) implements FactorSync {
    @Override
    public String toString() {
      return sparse ? "full-matrix, sparse" : "full-matrix";
    }
  }

  /** A parameter server that is spread over the workers. */
  record Server() implements FactorSync {
    @Override
    public String toString() {
      return "server";
    }
  }

  /** The cheapest, if links are like this. */
  record Auto(LinkModel link) implements FactorSync {
    @Override
    public String toString() {
      return "auto";
    }
  }

  /** Factors on the complete graph, all in step. */
  static FactorSync factors() {
    return new Broadcast(Topologies.named("complete"), new Consistency.Bsp());
  }

  /** Whether all workers have the same matrix after every step. */
  default boolean isInStep() {
    return true;
  }

  /** From the spellings above; links matter to auto only. */
  static FactorSync parse(String text, Consistency consistency, LinkModel link) {
    FactorSync sync =
        switch (text) {
          case "factors" -> new Broadcast(Topologies.named("complete"), consistency);
          case "full-matrix" -> new FullMatrix(false);
          case "server" -> new Server();
          case "auto" -> new Auto(link);
          default -> parseFactors(text, consistency);
        };
    if (!(sync instanceof Broadcast) && !(consistency instanceof Consistency.Bsp)) {
      throw new IllegalArgumentException(
          "%s goes with bsp only, not with %s: who works with all waits for all"
              .formatted(text, consistency));
    }
    return sync;
  }

  private static FactorSync parseFactors(String text, Consistency consistency) {
    if (!text.startsWith("factors:")) {
      throw new IllegalArgumentException(
          "no sync '%s' for matrix models; there are: factors[:topology], full-matrix, server, auto"
              .formatted(text));
    }
    return new Broadcast(topology(text.substring("factors:".length())), consistency);
  }

  private static Topology topology(String name) {
    if (!name.startsWith("graph:")) {
      return Topologies.named(name);
    }
    String file = name.substring("graph:".length());
    try {
      return EdgeList.parse(file, Files.readString(Path.of(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
