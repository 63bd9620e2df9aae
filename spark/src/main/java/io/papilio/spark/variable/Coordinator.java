package io.papilio.spark.variable;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport.Loss;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The one place that knows which task has committed where; it moves no values. It lives on the node
 * of the rendezvous, in the driver.
 */
public final class Coordinator implements Protocol {
  private final Node node;
  private final long graceNanos;
  private final Map<Integer, String> addresses = new HashMap<>();
  private final Map<Long, Gathering> variables = new HashMap<>();

  /** After a loss tasks have so long to commit again before those who wait are told of it. */
  public Coordinator(Node node, Duration grace) {
    this.node = node;
    this.graceNanos = grace.toNanos();
  }

  /** A variable that so many tasks will commit to, when this is done; its number is new. */
  public CompletableFuture<Void> open(long variable, int tasks) {
    CompletableFuture<Void> opened = new CompletableFuture<>();
    node.execute(
        () -> {
          variables.put(variable, new Gathering(variable, tasks, addresses, node::send));
          node.afterTurn(() -> opened.complete(null));
        });
    return opened;
  }

  /** Nobody needs it any more. */
  public void close(long variable) {
    node.execute(
        () -> {
          Gathering closed = variables.remove(variable);
          if (closed != null) {
            closed.close("the variable was closed");
          }
        });
  }

  /**
   * When all tasks have ended: ends when there is a result, with no partitions; or with those whose
   * commits were lost and have to be made again.
   */
  public CompletableFuture<List<Integer>> settled(long variable) {
    return ask(variable, each -> each.settled(node.nanoTime()));
  }

  /** The partitions of which nobody holds a commit, as yet or any more. */
  public CompletableFuture<List<Integer>> missing(long variable) {
    return ask(variable, each -> CompletableFuture.completedFuture(each.missing()));
  }

  private CompletableFuture<List<Integer>> ask(
      long variable, Function<Gathering, CompletableFuture<List<Integer>>> question) {
    CompletableFuture<List<Integer>> answer = new CompletableFuture<>();
    node.execute(
        () -> {
          Gathering gathering = variables.get(variable);
          CompletableFuture<List<Integer>> told =
              gathering == null
                  ? CompletableFuture.failedFuture(
                      new IllegalStateException("the variable was closed"))
                  : question.apply(gathering);
          told.whenComplete((value, error) -> node.afterTurn(() -> end(answer, value, error)));
        });
    return answer;
  }

  private static <T> void end(CompletableFuture<T> future, T value, Throwable error) {
    if (error == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(error);
    }
  }

  @Override
  public long channel() {
    return Wire.CHANNEL;
  }

  @Override
  public int epoch() {
    return 0;
  }

  @Override
  public void onMessage(Message message) {
    int source = message.source();
    if (message.kind() == Wire.JOIN) {
      addresses.put(source, message.text());
    } else if (addresses.containsKey(source)) {
      Gathering gathering = variables.get(message.operation());
      if (gathering != null) {
        onMessage(gathering, message);
      } else if (message.kind() == Wire.CLAIM) {
        node.send(Wire.to(source, Wire.REFUSE, message.operation()));
        node.send(Wire.to(source, Wire.CLOSE, message.operation()));
      } else if (message.kind() == Wire.WANT) {
        node.send(Wire.to(source, Wire.CLOSE, message.operation()));
      }
    }
    message.release();
  }

  private static void onMessage(Gathering gathering, Message message) {
    int source = message.source();
    switch (message.kind()) {
      case Wire.CLAIM -> gathering.claim(source, message.sequence(), message.text());
      case Wire.DONE -> gathering.done(source, message.sequence());
      case Wire.FAILED -> gathering.failed(source, message.sequence(), message.text());
      case Wire.WANT -> gathering.want(source);
      case Wire.COPIED -> gathering.copied(source);
      default -> throw new IllegalStateException("not for a coordinator: " + message);
    }
  }

  @Override
  public void onLost(Loss loss) {
    if (loss.node() == node.id()) {
      variables.values().forEach(each -> each.close("Spark has stopped"));
      variables.clear();
    } else if (addresses.remove(loss.node()) != null) {
      long now = node.nanoTime();
      variables.values().forEach(each -> each.lost(loss.node(), loss.reason(), now));
    }
  }

  @Override
  public void onTime(long nowNanos) {
    for (Gathering each : List.copyOf(variables.values())) {
      if (each.dueNanos(graceNanos) <= nowNanos) {
        each.tellOfLoss(graceNanos, nowNanos);
      }
    }
  }

  @Override
  public long nextTimeNanos() {
    long next = NEVER;
    for (Gathering each : variables.values()) {
      next = Math.min(next, each.dueNanos(graceNanos));
    }
    return next;
  }
}
