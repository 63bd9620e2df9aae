package io.papilio.core.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EdgeListTest {

  @Test
  void shouldReadBlanksCommasTabsCommentsAndEmptyLines() {
    EdgeList graph =
        EdgeList.parse("g.txt", "# a graph\n\n0 1\r\n  2,0 # back\n1 , 2\n\t1\t0\t\n   \n3 0#end");
    assertEquals(4, graph.size());
    assertArrayEquals(new int[] {1}, graph.sendTo(0, 4, 0));
    assertArrayEquals(new int[] {0, 2}, graph.sendTo(1, 4, 0));
    assertArrayEquals(new int[] {0}, graph.sendTo(2, 4, 5));
    assertArrayEquals(new int[] {1, 2, 3}, graph.receiveFrom(0, 4, 0));
    assertEquals(1, graph.period(4));
    assertFalse(graph.isWeighted());
    assertEquals("graph:g.txt", graph.name());
    assertEquals("4 ranks and 5 plain edges given by g.txt.", graph.summary());
  }

  @Test
  void shouldTakePlainMeansWithoutWeights() {
    EdgeList graph = EdgeList.parse("g", "0 1\n2 1\n1 2");
    assertEquals(1 / 3.0, graph.share(0, 1, 3, 0));
    assertEquals(1 / 3.0, graph.share(1, 1, 3, 0));
    assertEquals(1 / 2.0, graph.share(1, 2, 3, 0));
    assertEquals(1, graph.share(0, 0, 3, 0));
    assertEquals(0, graph.share(0, 2, 3, 0));
  }

  @Test
  void shouldLeaveWithTheReceiverWhatWeightsDoNotGiveAway() {
    EdgeList graph = EdgeList.parse("g", "0 1 0.5\n1 2 0.25\n2 0 1e-1\n0 2 0.125");
    assertTrue(graph.isWeighted());
    assertEquals(0.5, graph.share(0, 1, 3, 0));
    assertEquals(0.5, graph.share(1, 1, 3, 0));
    assertEquals(0.625, graph.share(2, 2, 3, 0));
    assertEquals(0, graph.share(1, 0, 3, 0));
    MixingMatrix matrix = MixingMatrix.overPeriod(graph, 3);
    assertEquals(0.25, matrix.share(2, 1));
    assertEquals(0.625, matrix.share(2, 2));
    assertEquals(0.9, matrix.share(0, 0));
    assertTrue(matrix.isStronglyConnected());
    assertFalse(matrix.isDoublyStochastic());
  }

  @Test
  void shouldAllowToGiveAwayEverything() {
    EdgeList swap = EdgeList.parse("g", "0 1 1\n1 0 1");
    assertEquals(0, swap.share(0, 0, 2, 0));
    MixingMatrix matrix = MixingMatrix.overPeriod(swap, 2);
    assertTrue(matrix.isDoublyStochastic());
    assertTrue(matrix.isStronglyConnected());
    assertEquals(0, matrix.spectralGap(), 1e-12);
  }

  @Test
  void shouldForgiveRoundingOfSharesThatMakeOne() {
    String third = "0.33333333334";
    EdgeList graph = EdgeList.parse("g", "1 0 %s\n2 0 %s\n3 0 %s".formatted(third, third, third));
    assertEquals(0, graph.share(0, 0, 4, 0));
  }

  @Test
  void shouldKeepRanksWithoutEdges() {
    EdgeList graph = EdgeList.parse("g", "0 3\n3 0");
    assertEquals(4, graph.size());
    assertArrayEquals(new int[0], graph.sendTo(1, 4, 0));
    assertFalse(MixingMatrix.at(graph, 4, 0).isStronglyConnected());
  }

  @Test
  void shouldReadTheLargestRankAndLeadingZeros() {
    EdgeList graph = EdgeList.parse("g", "00000000000001 65535");
    assertEquals(65_536, graph.size());
    assertArrayEquals(new int[] {65_535}, graph.sendTo(1, 65_536, 0));
  }

  @Test
  void shouldRefuseAnotherSizeAndSayBoth() {
    EdgeList graph = EdgeList.parse("g.txt", "0 1\n1 2\n2 0");
    List<Runnable> calls =
        List.of(
            () -> graph.sendTo(0, 4, 0),
            () -> graph.receiveFrom(3, 4, 0),
            () -> graph.share(0, 1, 4, 0),
            () -> MixingMatrix.overPeriod(graph, 4));
    for (Runnable call : calls) {
      Exception e = assertThrows(IllegalArgumentException.class, call::run);
      assertEquals("graph:g.txt is for 3 ranks, not for 4", e.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> graph.sendTo(3, 3, 0));
    assertThrows(IllegalArgumentException.class, () -> graph.share(0, 3, 3, 0));
  }

  @Test
  void shouldNotLetCallersChangeIt() {
    EdgeList graph = EdgeList.parse("g", "0 1\n1 0");
    graph.sendTo(0, 2, 0)[0] = 7;
    assertArrayEquals(new int[] {1}, graph.sendTo(0, 2, 0));
  }

  static List<Arguments> mistakes() {
    String form = "expected 'from to [weight]'";
    String rank = "is no rank, expected an integer from 0 to 65535";
    return List.of(
        Arguments.of("0 1\n\n1 x", "g:3: 'x' " + rank),
        Arguments.of("0.0 1", "g:1: '0.0' " + rank),
        Arguments.of("0 1\n1 -2", "g:2: '-2' " + rank),
        Arguments.of("0 99999999999", "g:1: '99999999999' " + rank),
        Arguments.of("0 65536", "g:1: '65536' " + rank),
        Arguments.of("0 1\n2 2", "g:2: edge 2 -> 2 is a self loop, expected two different ranks"),
        Arguments.of(
            "#\n0 1\n1 0\n0,1",
            "g:4: edge 0 -> 1 is a duplicate of line 2, expected each edge once"),
        Arguments.of("0 1\n1 # 2", "g:2: only one field, " + form),
        Arguments.of("0,,1", "g:1: a field is missing beside a comma, " + form),
        Arguments.of("0,1,", "g:1: a field is missing beside a comma, " + form),
        Arguments.of(",1", "g:1: a field is missing beside a comma, " + form),
        Arguments.of("0 1 1 1", "g:1: 4 fields, " + form),
        Arguments.of(
            "0 1 half", "g:1: weight 'half' is no share, expected a number above 0 and up to 1"),
        Arguments.of("0 1 0", "g:1: weight '0' is no share, expected a number above 0 and up to 1"),
        Arguments.of(
            "0 1 -0.5", "g:1: weight '-0.5' is no share, expected a number above 0 and up to 1"),
        Arguments.of(
            "0 1 NaN", "g:1: weight 'NaN' is no share, expected a number above 0 and up to 1"),
        Arguments.of(
            "0 1 1e999", "g:1: weight '1e999' is no share, expected a number above 0 and up to 1"),
        Arguments.of(
            "0 1 0.5\n1 0", "g:2: edge 1 -> 0 has no weight, expected one as in the lines before"),
        Arguments.of(
            "0 1\n1 0 0.5", "g:2: edge 1 -> 0 has a weight, expected none as in the lines before"),
        Arguments.of(
            "0 1 0.5\n1 2 1\n2 1 0.75",
            "g:3: shares into rank 1 add up to 1.25, expected at most 1"),
        Arguments.of(
            "0 1 1.00000001", "g:1: shares into rank 1 add up to 1.00000001, expected at most 1"),
        Arguments.of("", "g:1: no edges, " + form + " on at least one line"),
        Arguments.of("# none\n\n", "g:2: no edges, " + form + " on at least one line"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void shouldTellWhatIsWrongAndWhere(String text, String message) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> EdgeList.parse("g", text));
    assertEquals(message, e.getMessage());
  }
}
