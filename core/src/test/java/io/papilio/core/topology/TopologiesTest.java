package io.papilio.core.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologiesTest {

  private static final List<String> SHIPPED =
      List.of("butterfly", "chain", "complete", "expander", "halton", "ring", "star", "tree");

  @Test
  void shouldFindThoseShippedInOrderOfName() {
    assertEquals(SHIPPED, Topologies.all().stream().map(Topology::name).toList());
  }

  @Test
  void shouldFindByNameAndDescribe() {
    for (String name : SHIPPED) {
      assertEquals(name, Topologies.named(name).name());
      assertTrue(Topologies.named(name).summary().endsWith("."));
    }
  }

  @Test
  void shouldListTheNamesIfThereIsNoSuchTopology() {
    Exception e = assertThrows(IllegalArgumentException.class, () -> Topologies.named("buterfly"));
    assertEquals(
        "no topology 'buterfly'; there are: " + String.join(", ", SHIPPED), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "butterfly, 5, 8, 0, [4]",
    "butterfly, 5, 8, 1, [7]",
    "butterfly, 5, 8, 2, [1]",
    "butterfly, 5, 8, 3, [4]",
    "butterfly, 4, 5, 0, [0]",
    "butterfly, 4, 5, 1, [1]",
    "butterfly, 4, 5, 2, [3]",
    "butterfly, 16, 17, 4, [15]",
    "butterfly, 0, 1, 7, []",
    "chain, 0, 4, 0, [1]",
    "chain, 3, 4, 0, []",
    "complete, 2, 4, 3, '[0, 1, 3]'",
    "expander, 24, 25, 0, '[0, 4]'",
    "expander, 5, 6, 0, '[0, 1]'",
    "expander, 1, 3, 0, [2]",
    "expander, 0, 8, 0, '[1, 2]'",
    "halton, 0, 8, 0, '[1, 3, 5]'",
    "halton, 0, 25, 0, '[1, 7, 13, 19]'",
    "halton, 2, 3, 0, [0]",
    "ring, 3, 4, 0, [0]",
    "ring, 0, 4, 9, [1]",
    "star, 0, 4, 0, '[1, 2, 3]'",
    "star, 2, 4, 0, [0]",
    "tree, 0, 6, 0, '[1, 2]'",
    "tree, 1, 6, 0, '[0, 3, 4]'",
    "tree, 2, 6, 0, '[0, 5]'",
    "tree, 5, 6, 0, [2]",
    "tree, 2147483646, 2147483647, 0, [1073741822]",
    "ring, 2147483646, 2147483647, 0, [0]",
    "expander, 2147483646, 2147483647, 0, '[0, 46339]'"
  })
  void shouldSendTo(String name, int rank, int size, int iteration, String peers) {
    Topology topology = Topologies.named(name);
    assertEquals(peers, Arrays.toString(topology.sendTo(rank, size, iteration)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 2", "5, 3", "8, 3", "9, 4", "1024, 10", "1025, 11"})
  void shouldTakeOneIterationForEachLayerOfAButterfly(int size, int period) {
    assertEquals(period, new Butterfly().period(size));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "3, 1",
    "4, 2",
    "8, 2",
    "9, 3",
    "24, 4",
    "25, 5",
    "26, 5",
    "2147395599, 46339",
    "2147395600, 46340",
    "2147483647, 46340"
  })
  void shouldTakeTheRootOfAnExpanderWithoutRounding(int size, int root) {
    assertEquals(root, Expander.root(size));
  }
}
