package io.papilio.spark.variable;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.membership.Addresses;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What one process holds of all variables: the sum of what its tasks have committed, and results.
 *
 * <p>A commit is claimed first and added when the coordinator has accepted it, so that a task that
 * ran twice counts once. Sums are made in the workshop, each part of them in the order in which the
 * coordinator's answers came; everything else happens in turns of the node.
 */
public final class Manager implements Protocol {
  /** Who could not get a copy so often has a reason of its own. */
  private static final int MOST_COPIES = 5;

  private final Node node;
  private final Membership membership;
  private final Settings settings;
  private final Workshop workshop;
  private final Consumer<Commit> orphans;
  private final Map<Long, Local> variables = new HashMap<>();
  private final Queue<Claim> claims = new ArrayDeque<>();
  private volatile String lost = "";

  /** What a task has committed. */
  public record Commit(long variable, Fold fold, int partition, Object values) {}

  /** A commit of which the coordinator has not said yet whether it counts. */
  private record Claim(Local variable, Commit commit) {}

  /** A variable here; it belongs to turns. */
  private static final class Local {
    final long number;
    final Fold fold;
    final List<CompletableFuture<Object>> waiting = new ArrayList<>();
    Sum sum;
    Object result;
    boolean asked;
    int failedCopies;

    Local(long number, Fold fold) {
      this.number = number;
      this.fold = fold;
    }
  }

  /**
   * To be attached to a node that runs by itself.
   *
   * @param orphans is given commits that nobody has answered when the driver is lost
   */
  public Manager(
      Node node,
      Membership membership,
      Settings settings,
      Workshop workshop,
      Consumer<Commit> orphans) {
    this.orphans = orphans;
    this.node = node;
    this.membership = membership;
    this.settings = settings;
    this.workshop = workshop;
  }

  /** Within a turn: begins to take part. */
  public void join() {
    node.attach(this);
    node.send(Wire.tell(Wire.JOIN, 0).text(node.transport().address()));
  }

  /** Why it can be used no more, or nothing. */
  public String lost() {
    return lost;
  }

  /** Hands over what a task has made; never blocks. The values belong to the variable now. */
  public void commit(Commit commit) {
    String shape = commit.fold.shape(commit.values);
    node.execute(
        () -> {
          if (!lost.isEmpty()) {
            node.afterTurn(() -> orphans.accept(commit));
            return;
          }
          claims.add(new Claim(local(commit.variable, commit.fold), commit));
          node.send(Wire.tell(Wire.CLAIM, commit.variable).sequence(commit.partition).text(shape));
        });
  }

  /** The result, when there is one. All who ask get the same: it must not be changed. */
  public CompletableFuture<Object> get(long variable, Fold fold) {
    CompletableFuture<Object> result = new CompletableFuture<>();
    node.execute(
        () -> {
          Local local = local(variable, fold);
          if (!lost.isEmpty()) {
            node.afterTurn(() -> result.completeExceptionally(new IllegalStateException(lost)));
          } else if (local.result != null) {
            node.afterTurn(() -> result.complete(local.result));
          } else {
            local.waiting.removeIf(CompletableFuture::isDone); // who has given up
            local.waiting.add(result);
            ask(local);
          }
        });
    return result;
  }

  private Local local(long variable, Fold fold) {
    return variables.computeIfAbsent(variable, number -> new Local(number, fold));
  }

  private void ask(Local local) {
    if (!local.asked && !local.waiting.isEmpty()) {
      local.asked = true;
      node.send(Wire.tell(Wire.WANT, local.number));
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
    if (message.source() == Transport.RENDEZVOUS) {
      if (message.kind() == Wire.ACCEPT) {
        add(claims.remove());
      } else if (message.kind() == Wire.REFUSE) {
        claims.remove();
      } else if (variables.containsKey(message.operation())) {
        onMessage(variables.get(message.operation()), message);
      }
    }
    message.release();
  }

  private void onMessage(Local local, Message message) {
    switch (message.kind()) {
      case Wire.START -> reduce(local, message);
      case Wire.COPY -> copy(local, message);
      case Wire.SETTLED -> local.sum = null;
      case Wire.LOST -> {
        String[] lines = message.text().split("\n", 2);
        fail(local, new LostPartitionsException(lines[0], lines[1]));
      }
      case Wire.ERROR -> fail(local, new IllegalStateException(message.text()));
      case Wire.CLOSE -> {
        variables.remove(local.number);
        fail(local, new IllegalStateException("the variable was closed"));
      }
      default -> throw new IllegalStateException("not for a manager: " + message);
    }
  }

  private void add(Claim claim) {
    Local local = claim.variable;
    if (local.sum == null) {
      local.sum = new Sum(local.fold, claim.commit.values, workshop);
    } else {
      local.sum.add(claim.commit.values);
    }
  }

  private void reduce(Local local, Message start) {
    int round = start.sequence();
    Meeting meeting = meeting("variable %d round %d".formatted(local.number, round), start);
    hold(
        meeting,
        comm -> local.fold.reduce(local.sum, comm, workshop),
        (result, error) -> {
          if (error == null) {
            succeed(local, result);
            node.send(Wire.tell(Wire.DONE, local.number).sequence(round));
          } else {
            node.send(
                Wire.tell(Wire.FAILED, local.number)
                    .sequence(round)
                    .text(Wire.cut(error.toString())));
          }
        });
  }

  private void copy(Local local, Message copy) {
    String name = "variable %d copy %d".formatted(local.number, copy.sequence());
    Meeting meeting = meeting(name, copy);
    Object own = local.result;
    boolean gives = meeting.group.rank() == 0;
    hold(
        meeting,
        comm -> {
          if (gives && own == null) {
            throw new IllegalStateException("it is not here any more");
          }
          return local.fold.copy(gives ? own : null, meeting.shape, comm, workshop);
        },
        (result, error) -> {
          if (!gives && error == null) {
            succeed(local, result);
            node.send(Wire.tell(Wire.COPIED, local.number));
          } else if (!gives && ++local.failedCopies == MOST_COPIES) {
            fail(local, new IllegalStateException("no copy of the result: " + error, error));
          } else if (!gives) {
            local.asked = false;
            ask(local); // somebody else may give it
          }
        });
  }

  /** Some managers that work together once. */
  private record Meeting(String name, Group group, String shape) {}

  private Meeting meeting(String name, Message invitation) {
    String[] parts = invitation.text().split("\n", 2);
    Map<Integer, String> addresses = Addresses.parse(parts[1]);
    addresses.forEach(node.transport()::learn);
    List<Integer> nodes = List.copyOf(addresses.keySet());
    return new Meeting(name, new Group(0, nodes.indexOf(node.id()), nodes), parts[0]);
  }

  /** What comes of it is told in a turn; the others do not wait for what this rank cannot make. */
  private void hold(
      Meeting meeting,
      Function<Communicator, CompletableFuture<Object>> work,
      BiConsumer<Object, Throwable> outcome) {
    Communicator comm;
    try {
      comm = Communicator.of(node, membership, meeting.group, settings, meeting.name);
    } catch (RuntimeException | Error e) { // the node was closed meanwhile
      node.execute(() -> outcome.accept(null, e));
      return;
    }
    CompletableFuture<Object> result;
    try {
      result = work.apply(comm);
    } catch (RuntimeException | Error e) {
      result = CompletableFuture.failedFuture(e);
    }
    result.whenComplete(
        (value, error) -> {
          if (error != null) {
            node.execute(() -> comm.context().fail(cause(error)));
          }
          comm.close();
          node.execute(() -> outcome.accept(value, cause(error)));
        });
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException ? error.getCause() : error;
  }

  private void succeed(Local local, Object result) {
    if (variables.get(local.number) == local) { // else it was closed meanwhile
      local.result = result;
    }
    end(local, each -> each.complete(result));
  }

  private void fail(Local local, RuntimeException error) {
    end(local, each -> each.completeExceptionally(error));
  }

  /** Those who wait hear how it ended, after the turn. */
  private void end(Local local, Consumer<CompletableFuture<Object>> how) {
    List.copyOf(local.waiting).forEach(each -> node.afterTurn(() -> how.accept(each)));
    local.waiting.clear();
    local.asked = false;
    local.failedCopies = 0;
  }

  /** Without the coordinator nothing can go on; what peers do is told by their communicators. */
  @Override
  public void onLost(Loss loss) {
    if (loss.node() == node.id() || loss.node() == Transport.RENDEZVOUS) {
      lost = "this executor has lost the driver: " + loss.reason();
      claims.forEach(claim -> node.afterTurn(() -> orphans.accept(claim.commit)));
      claims.clear();
      List.copyOf(variables.values()).forEach(each -> fail(each, new IllegalStateException(lost)));
      variables.clear();
    }
  }
}
