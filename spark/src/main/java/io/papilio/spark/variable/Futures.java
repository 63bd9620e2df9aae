package io.papilio.spark.variable;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the JDK's futures lack. */
final class Futures {
  private Futures() {}

  /** When all are done, or as soon as one has failed: the others may wait for it for ever. */
  static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> futures) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    futures.forEach(
        future ->
            future.whenComplete(
                (value, error) -> {
                  if (error != null) {
                    all.completeExceptionally(error);
                  }
                }));
    return all;
  }
}
