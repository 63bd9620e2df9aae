package io.papilio.core.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.algorithm.MixedRadix;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.algorithm.Tree;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SchedulePictureTest {

  static Stream<Algorithm> algorithms() {
    return Algorithms.all().stream();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldDrawAnArrowForEachMessage(Algorithm algorithm) throws Exception {
    for (int size : new int[] {1, 2, 5, 8, 12, 32}) {
      Document svg = parse(SchedulePicture.svg(algorithm, size));
      long messages =
          algorithm.schedules(size, 8 * size).stream()
              .flatMap(Schedule::steps)
              .filter(Step::isSend)
              .count();
      // Two more are in the legend.
      assertEquals(messages + 2, withClass(svg, "path", "arrow").size());
      assertEquals(size, withClass(svg, "path", "lane").size());
    }
  }

  @Test
  void shouldColourByWhatTheReceiverDoes() throws Exception {
    Document svg = parse(SchedulePicture.svg(new Ring(), 4));
    assertEquals(4 * 3 + 1, withClass(svg, "path", "reduce").size());
    assertEquals(4 * 3 + 1, withClass(svg, "path", "copy").size());
    assertEquals(
        0 + 1, withClass(parse(SchedulePicture.svg(new Butterfly(), 8)), "path", "copy").size());
  }

  @Test
  void shouldLeadFromSenderToReceiver() throws Exception {
    Document svg = parse(SchedulePicture.svg(new Tree(), 2));
    List<Double> lanes = new ArrayList<>();
    for (Element lane : withClass(svg, "path", "lane")) {
      lanes.add(Double.valueOf(lane.getAttribute("d").replaceAll("M\\d+ |H.*", "")));
    }
    // Rank 1 sends its sum up to rank 0 in the first round, and gets the total in the second.
    assertSlope(withClass(svg, "path", "reduce").get(0), lanes.get(1), lanes.get(0));
    assertSlope(withClass(svg, "path", "copy").get(0), lanes.get(0), lanes.get(1));
  }

  private static void assertSlope(Element arrow, double fromLane, double toLane) {
    double[] at =
        Stream.of(arrow.getAttribute("d").substring(1).split("[ L]"))
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertTrue(at[0] < at[2], "time goes right");
    assertEquals(fromLane, at[1], 4);
    assertEquals(toLane, at[3], 4);
  }

  @Test
  void shouldDrawLargerPartsThicker() throws Exception {
    Document svg = parse(SchedulePicture.svg(new HalvingDoubling(), 4));
    List<String> widths =
        withClass(svg, "path", "reduce").stream()
            .map(arrow -> arrow.getAttribute("stroke-width"))
            .distinct()
            .collect(Collectors.toCollection(ArrayList::new));
    assertTrue(Double.parseDouble(widths.get(0)) > Double.parseDouble(widths.get(1)));
    assertTrue(texts(svg, "share").containsAll(List.of("1/2", "1/4")));
  }

  @Test
  void shouldNameAlgorithmCollectiveAndSize() throws Exception {
    Document svg = parse(SchedulePicture.svg(new MixedRadix(), 12));
    assertEquals(List.of("mixed-radix: all-reduce among 12 ranks"), texts(svg, "title"));
    assertTrue(texts(svg, "small").contains("Rounds: 4. Vectors sent by a rank: at most 1.83."));
    assertEquals(List.of("1", "2", "3", "4"), texts(svg, "round"));
  }

  @Test
  void shouldLeaveOutRoundsInWhichNobodyCommunicates() throws Exception {
    Document svg = parse(SchedulePicture.svg(new LateHello("plain"), 3));
    assertEquals(List.of("1"), texts(svg, "round"));
  }

  @Test
  void shouldEscapeNames() throws Exception {
    Document svg = parse(SchedulePicture.svg(new LateHello("<a> & \"b\""), 2));
    assertEquals(List.of("<a> & \"b\": broadcast (root 0) among 2 ranks"), texts(svg, "title"));
  }

  @Test
  void shouldNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    String expected = SchedulePicture.svg(new Ring(), 3);
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(expected, SchedulePicture.svg(new Ring(), 3));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void shouldRefuseWhatNobodyCouldRead() {
    assertThrows(IllegalArgumentException.class, () -> SchedulePicture.svg(new Ring(), 0));
    assertThrows(IllegalArgumentException.class, () -> SchedulePicture.svg(new Ring(), 65));
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> withClass(Document svg, String tag, String name) {
    List<Element> found = new ArrayList<>();
    NodeList all = svg.getElementsByTagName(tag);
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      if (List.of(element.getAttribute("class").split(" ")).contains(name)) {
        found.add(element);
      }
    }
    return found;
  }

  private static List<String> texts(Document svg, String name) {
    return withClass(svg, "text", name).stream().map(Element::getTextContent).toList();
  }

  /** One message, in the second round. */
  private record LateHello(String name) implements Algorithm {
    @Override
    public Collective collective() {
      return Collective.broadcast(0);
    }

    @Override
    public String summary() {
      return "1 < 2";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      Range all = Range.of(length);
      Round late =
          switch (rank) {
            case 0 -> Round.of(Step.send(1, all));
            case 1 -> Round.of(Step.copy(0, all));
            default -> Round.IDLE;
          };
      return new Schedule(rank, size, length, List.of(Round.IDLE, late));
    }
  }
}
