package io.papilio.learn.data;

import io.papilio.learn.data.DataReader.Options;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.List;

/** Rows of files, folders and globs, or of streams, which one worker alone can read. */
record FileSource(List<String> inputs, Options options, Loading loading) implements Source {
  FileSource {
    inputs = List.copyOf(inputs);
  }

  @Override
  public Loaded read(int worker, int workers) throws InterruptedException {
    return DataReader.read(inputs, options, worker, workers, loading);
  }

  @Override
  public Loaded read(Communicator comm) throws InterruptedException {
    // A pipe of one host is not seen by another.
    long streams = comm.allReduce(hasStreams() ? 1 : 0, Reduction.MAX);
    return streams == 1 && comm.size() > 1 ? DealtRows.read(comm, this) : Source.super.read(comm);
  }

  private boolean hasStreams() {
    try {
      return Inputs.sources(inputs).stream().anyMatch(input -> !input.isRegular());
    } catch (DataException e) {
      return false; // whoever reads it finds out
    }
  }
}
