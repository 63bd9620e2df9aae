package io.papilio.core.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TopologyPictureTest {

  static List<Topology> topologies() {
    return Topologies.all();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldDrawEveryRankAndEverySend(Topology topology) throws Exception {
    for (int size : new int[] {1, 2, 3, 8, 17, 64}) {
      Document picture = parse(TopologyPicture.svg(topology, size));
      int period = topology.period(size);
      int sends = 0;
      for (int iteration = 0; iteration < period; iteration++) {
        for (int rank = 0; rank < size; rank++) {
          sends += topology.sendTo(rank, size, iteration).length;
        }
      }
      assertEquals(period * size, count(picture, "circle", "node"));
      assertEquals(sends, count(picture, "path", "head"));
      assertEquals(List.of(titleOf(topology, size)), texts(picture, "title"));
      List<String> labels =
          texts(picture, "text").stream().filter(text -> text.startsWith("iteration")).toList();
      List<String> expected =
          IntStream.range(0, period).mapToObj(iteration -> "iteration " + iteration).toList();
      assertEquals(period > 1 ? expected : List.of(), labels);
    }
  }

  @Test
  void shouldDrawOneLineForTwoThatSendToEachOther() throws Exception {
    Document pairs = parse(TopologyPicture.svg(Topologies.named("butterfly"), 8));
    assertEquals(3 * 4, count(pairs, "path", "edge"));
    assertEquals(3 * 8, count(pairs, "path", "head"));
    Document ring = parse(TopologyPicture.svg(Topologies.named("ring"), 8));
    assertEquals(8, count(ring, "path", "edge"));
  }

  @Test
  void shouldKeepWithinItsFrame() throws Exception {
    for (int size : new int[] {1, 8, 25, 64}) {
      Element svg =
          parse(TopologyPicture.svg(Topologies.named("butterfly"), size)).getDocumentElement();
      double width = Double.parseDouble(svg.getAttribute("width"));
      double height = Double.parseDouble(svg.getAttribute("height"));
      NodeList circles = svg.getElementsByTagName("circle");
      for (int i = 0; i < circles.getLength(); i++) {
        Element node = (Element) circles.item(i).getParentNode();
        double[] at = translation(node);
        double[] panel = translation((Element) node.getParentNode());
        assertTrue(at[0] + panel[0] > 11 && at[0] + panel[0] < width - 11);
        assertTrue(at[1] + panel[1] > 50 && at[1] + panel[1] < height - 11);
      }
    }
  }

  @Test
  void shouldSpellStrangeNames() throws Exception {
    EdgeList graph = EdgeList.parse("a<b>&'-0.0%s.txt", "0 1\n1 0");
    Document picture = parse(TopologyPicture.svg(graph, 2));
    assertEquals(List.of("graph:a<b>&'-0.0%s.txt, 2 ranks"), texts(picture, "title"));
  }

  @Test
  void shouldRefuseToDrawNobody() {
    Topology topology = Topologies.named("ring");
    assertThrows(IllegalArgumentException.class, () -> TopologyPicture.svg(topology, 0));
  }

  @Test
  void shouldBeTheSameTextInEveryLocale() {
    Locale before = Locale.getDefault();
    Topology topology = Topologies.named("butterfly");
    try {
      Locale.setDefault(Locale.ROOT);
      String text = TopologyPicture.svg(topology, 12);
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(text, TopologyPicture.svg(topology, 12));
      assertFalse(text.contains("NaN") || text.contains("-0.0 "));
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String titleOf(Topology topology, int size) {
    return topology.name() + ", " + size + (size == 1 ? " rank" : " ranks");
  }

  private static Document parse(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
  }

  private static long count(Document picture, String tag, String type) {
    NodeList found = picture.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength())
        .filter(i -> ((Element) found.item(i)).getAttribute("class").equals(type))
        .count();
  }

  private static List<String> texts(Document picture, String tag) {
    NodeList found = picture.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }

  private static double[] translation(Element element) {
    String[] parts = element.getAttribute("transform").replaceAll("[^0-9. -]", "").split(" ");
    return new double[] {Double.parseDouble(parts[0]), Double.parseDouble(parts[1])};
  }
}
