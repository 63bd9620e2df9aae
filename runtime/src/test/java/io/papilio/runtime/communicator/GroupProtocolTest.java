package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.transport.Message;
import java.util.BitSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What protocols of a group have in common, by one that does nothing. */
@Timeout(60)
class GroupProtocolTest {

  /** One whose group breaks while it is made. */
  private static final class Unlucky extends GroupProtocol<Void> {
    private final StringBuilder told = new StringBuilder();

    Unlucky(Communicator comm) {
      super(comm, "test", new BitSet());
      node.execute(() -> context.fail(0, "on purpose"));
      told.append("made ");
      attach();
    }

    void call() {
      await(() -> {});
    }

    @Override
    protected void tryPending() {}

    @Override
    protected Set<Integer> awaited() {
      return Set.of(0);
    }

    @Override
    protected String purpose() {
      return "do nothing";
    }

    @Override
    protected boolean receive(int source, Message message) {
      return true;
    }

    @Override
    protected void onFailed() {
      told.append("failed");
    }
  }

  @Test
  void shouldHearOfAFailureOnlyWhenItIsMade() {
    LocalCluster.run(
        1,
        comm -> {
          Unlucky one = new Unlucky(comm);
          assertThrows(CollectiveException.class, one::call);
          assertEquals("made failed", one.told.toString());
        });
  }
}
