package io.papilio.runtime.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers for those who come to the rendezvous. */
class RegistryTest {
  private static final String ADDRESS = "10.0.0.7:4000 memory= pid=99 cores=2";

  private static Verdict come(Registry registry, int rank) {
    return registry.admit(
        new Hello("job", Hello.NEW, rank, Lane.CONTROL, ADDRESS, "", Hello.ANYBODY));
  }

  private static Verdict comeBack(Registry registry, int node) {
    return registry.admit(new Hello("job", node, Hello.ANY, Lane.DATA, ADDRESS, "", Hello.ANYBODY));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9})
  void shouldGiveNumbersInOrderToThoseWhoDoNotMind(int size) {
    Registry registry = new Registry(size);
    for (int i = 0; i < 2 * size; i++) {
      assertEquals(Verdict.admit(i), come(registry, Hello.ANY));
      assertEquals(i + 1, registry.size());
    }
  }

  @Test
  void shouldGiveTheRankThatSomebodyWants() {
    Registry registry = new Registry(4);
    assertEquals(Verdict.admit(2), come(registry, 2));
    assertEquals(Verdict.admit(0), come(registry, Hello.ANY));
    assertEquals(Verdict.admit(3), come(registry, 3));
    assertEquals(Verdict.admit(1), come(registry, Hello.ANY));
    assertEquals(Verdict.admit(4), come(registry, Hello.ANY));
  }

  @Test
  void shouldSayWhoHasARank() {
    Registry registry = new Registry(2);
    come(registry, 1);
    assertEquals("rank 1 is taken by 10.0.0.7:4000, pid 99", come(registry, 1).refusal());
    assertEquals(1, registry.size());
    assertEquals(Verdict.admit(0), come(registry, 0));
  }

  /** Nothing that the dead one left behind is taken for its own. */
  @Test
  void shouldNeverGiveANumberTwice() {
    Registry registry = new Registry(2);
    come(registry, 0);
    come(registry, 1);
    for (int next = 2; next < 50; next++) {
      int gone = next == 2 ? 1 : next - 1;
      registry.remove(gone);
      assertEquals("nobody here knows node " + gone, comeBack(registry, gone).refusal());
      assertEquals(Verdict.admit(next), come(registry, 1), "in the place of " + gone);
      assertEquals(2, registry.size());
    }
  }

  @Test
  void shouldKnowThoseWhoComeBackForAnotherLane() {
    Registry registry = new Registry(2);
    come(registry, 1);
    assertEquals(Verdict.admit(1), comeBack(registry, 1));
    assertEquals(1, registry.size());
    for (int unknown : new int[] {-1, 0, 2, Integer.MAX_VALUE}) {
      Verdict verdict = comeBack(registry, unknown);
      assertEquals("nobody here knows node " + unknown, verdict.refusal());
      assertFalse(verdict.sharesMemory());
    }
    registry.remove(77);
    assertEquals(1, registry.size());
  }
}
