package io.papilio.learn.sync;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.ParameterServer;

/** A parameter server for workers that drift apart: each pushes its step and pulls the weights. */
final class LooseServerAverager implements Averager {
  private final Communicator comm;
  private final ParameterServer server;
  private final float[] weights;

  LooseServerAverager(Communicator comm, Consistency consistency, float[] weights) {
    this.comm = comm;
    this.server = new ParameterServer(comm, weights, consistency);
    this.weights = weights;
  }

  @Override
  public void average() {
    server.exchange(weights);
  }

  /** It keeps a part of the weights that others still need. */
  @Override
  public void end() {
    comm.barrier();
  }

  @Override
  public void close() {
    server.close();
  }
}
