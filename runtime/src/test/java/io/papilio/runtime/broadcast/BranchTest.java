package io.papilio.runtime.broadcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Tree;
import io.papilio.runtime.transport.Slice;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BranchTest {
  private static final int COST = Branch.OVERHEAD_BYTES;

  /** Of origin 0 at rank 1 of a tree of five: its children are 3 and 4. */
  private final Branch branch = new Branch(BroadcastTree.all(new Tree(), 5).get(0), 1);

  @Test
  void shouldPutPiecesTogether() {
    byte[] sent = {7, 11, 13, 17, 19};
    for (int from = 0; from < 5; from += 2) {
      assertEquals(0, branch.here());
      Slice piece = Slice.of(sent).slice(from, Math.min(5, from + 2));
      Slice kept = branch.add(0, 5, piece);
      assertEquals(piece.length(), kept.length());
      assertEquals(sent[from], kept.bytes()[kept.offset()]);
      assertEquals(5 + COST, branch.heldBytes()); // from the first piece on
    }
    assertEquals(1, branch.clock());
    branch.add(1, 0, Slice.of(new byte[0]));
    assertEquals(2, branch.clock());
    Update first = branch.give();
    assertEquals(0, first.iteration());
    assertArrayEquals(sent, first.bytes().bytes());
    assertEquals(new Update(0, 1, first.bytes()).iteration(), branch.give().iteration());
    assertFalse(branch.offers());
  }

  @Test
  void shouldBeDoneWithWhatWasTakenHereAndBelow() {
    for (int i = 0; i < 3; i++) {
      branch.add(i, 16, Slice.of(new byte[16]));
    }
    assertEquals(3 * (16 + COST), branch.heldBytes());
    branch.give();
    branch.give();
    assertFalse(branch.doneBelow(3, 2));
    assertFalse(branch.doneBelow(4, 1));
    assertEquals(0, branch.done());
    assertTrue(branch.take());
    assertEquals(1, branch.done());
    assertEquals(2 * (16 + COST), branch.heldBytes());
    assertEquals(Set.of(3, 4), branch.behind());
    assertTrue(branch.doneBelow(4, 3));
    assertEquals(2, branch.done());
    assertEquals(Set.of(3), branch.behind());
  }

  @Test
  void shouldSayWhetherThereIsRoom() {
    Branch own = new Branch(BroadcastTree.all(new Tree(), 2).get(1), 1);
    assertTrue(own.hasRoom(0)); // for one, in any share
    own.publish(Slice.of(new byte[36]));
    assertFalse(own.hasRoom(199));
    assertTrue(own.hasRoom(200));
    own.publish(Slice.of(new byte[0]));
    assertFalse(own.hasRoom(263)); // the next one may be as large as the largest
    assertTrue(own.hasRoom(264));
    own.doneBelow(0, 1);
    assertTrue(own.hasRoom(164));
  }

  @Test
  void shouldNoticeWhatDoesNotBelong() {
    assertThrows(IllegalStateException.class, () -> branch.add(1, 1, Slice.of(new byte[1])));
    branch.add(0, 3, Slice.of(new byte[1]));
    assertThrows(IllegalStateException.class, () -> branch.add(0, 2, Slice.of(new byte[1])));
    assertThrows(IllegalStateException.class, () -> branch.end(1));
    assertThrows(IllegalStateException.class, () -> branch.doneBelow(3, 1));
    assertThrows(IllegalStateException.class, () -> branch.doneBelow(2, 0));
    branch.add(0, 3, Slice.of(new byte[2]));
    branch.end(1);
    assertEquals(Intake.ALL, branch.clock());
    assertThrows(IllegalStateException.class, () -> branch.add(1, 1, Slice.of(new byte[1])));
  }
}
