package io.papilio.runtime.process;

import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs something over shared memory and over sockets, side by side: most of it is waiting. */
final class Both {
  private Both() {}

  /** What is run, in a folder of its own. */
  interface Scenario {
    void run(Sharing sharing, Path folder) throws Exception;
  }

  static void run(Path folder, Scenario scenario) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<CompletableFuture<Void>> runs = new ArrayList<>();
    try {
      for (Sharing sharing : List.of(Sharing.ALWAYS, Sharing.NEVER)) {
        Path own = Files.createDirectories(folder.resolve(sharing.toString()));
        runs.add(CompletableFuture.runAsync(() -> run(scenario, sharing, own), threads));
      }
      CompletableFuture.allOf(runs.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof AssertionError error) {
        throw error;
      }
      throw e;
    } finally {
      threads.shutdownNow(); // and whoever waits for a line closes its processes
    }
  }

  private static void run(Scenario scenario, Sharing sharing, Path folder) {
    try {
      scenario.run(sharing, folder);
    } catch (Exception e) {
      throw new CompletionException(sharing.toString(), e);
    }
  }
}
