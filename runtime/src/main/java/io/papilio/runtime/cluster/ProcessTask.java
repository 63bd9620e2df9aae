package io.papilio.runtime.cluster;

import io.papilio.runtime.communicator.Communicator;
import java.util.List;

/** What each process of a {@link ProcessCluster} does; it has a constructor without arguments. */
@FunctionalInterface
public interface ProcessTask {
  void run(Communicator communicator, List<String> arguments) throws Exception;
}
