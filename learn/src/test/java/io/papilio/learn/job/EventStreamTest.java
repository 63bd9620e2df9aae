package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.runtime.launch.LineSink.Stream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  private final List<TrainingEvent> events = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private final EventStream<TrainingEvent> stream =
      new EventStream<>(
          TrainingEvent.class, events::add, (rank, from, line) -> others.add(rank + " " + line));

  private static List<String> lines(Object event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    EventStream.print(event, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void shouldBringEventsAmongOtherLines() {
    TrainingEvent note = new TrainingEvent.Note("two\nlines, \u001e and ü");
    stream.line(3, Stream.STDOUT, "");
    lines(note).forEach(line -> stream.line(3, Stream.STDOUT, line));
    stream.line(3, Stream.STDERR, "{}");
    assertEquals(List.of(note), events);
    assertEquals(List.of("3 ", "3 {}"), others);
  }

  /** As a plug-in does that shows how far it is. */
  @Test
  void shouldBringEventsBehindTextWithoutALineEnd() {
    List<TrainingEvent> told = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    for (String text : List.of("", "50 %", "\n", "75 %\n", "100 % ")) {
      told.add(new TrainingEvent.Note("behind '%s'".formatted(text)));
      out.print(text);
      EventStream.print(told.get(told.size() - 1), out);
    }
    bytes.toString(StandardCharsets.UTF_8).lines().forEach(l -> stream.line(2, Stream.STDOUT, l));
    assertEquals(told, events);
    assertEquals(List.of("2 50 %", "2 ", "2 75 %", "2 100 % "), others);
  }

  /** What two processes tell at the same time. */
  @Test
  void shouldPutPiecesTogether() {
    TrainingEvent first = new TrainingEvent.Note("a".repeat(20_000));
    TrainingEvent second = new TrainingEvent.Refusal("b".repeat(20_000));
    List<String> ofFirst = lines(first);
    List<String> ofSecond = lines(second);
    assertEquals(4, ofFirst.size());
    for (int i = 0; i < ofFirst.size(); i++) {
      stream.line(0, Stream.STDOUT, ofFirst.get(i));
      stream.line(1, Stream.STDOUT, ofSecond.get(i));
    }
    assertEquals(List.of(first, second), events);
  }

  /** A listener here hears what a listener there has heard. */
  @Test
  void shouldTellWhatWasHeard() {
    TrainingEvent.Teller teller =
        event -> lines(event).forEach(line -> stream.line(0, Stream.STDOUT, line));
    List<Object> heard = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void onPoint(Point point) {
            heard.add(point);
          }

          @Override
          public void onResume(int points) {
            heard.add(points);
          }

          @Override
          public void onNote(String note) {
            heard.add(note);
          }
        };
    Point point = new Point(10, 0.5, Double.NaN, 0.25);
    teller.onPoint(point);
    teller.onResume(7);
    teller.onNote("look");
    teller.tell(new TrainingEvent.Refusal("no"));
    events.forEach(event -> event.tell(listener));
    assertEquals(List.of(point, 7, "look"), heard);
    assertEquals(new TrainingEvent.Refusal("no"), events.get(3));
  }
}
