package io.papilio.core.draw;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An algorithm in a few lines of text: for each round what is received, and how.
 *
 * <pre>
 *   round 1-3  add  1/4  0->1  1->2  2->3  3->0      each receiver adds a quarter of the vector
 *   round 4-6  copy 1/4  0->1  1->2  2->3  3->0
 * </pre>
 *
 * Rounds that look the same are shown once, ranks that swap as {@code 0<->1}; rounds in which
 * nobody communicates are left out.
 */
public final class ScheduleText {

  /** Beyond this the lines are too many to be of use. */
  public static final int MOST_RANKS = 16;

  private static final int ELEMENTS_PER_RANK = 8;
  private static final int WIDTH = 84;

  private static final Comparator<Transfer> BY_SENDER =
      Comparator.comparingInt(Transfer::from).thenComparingInt(Transfer::to);

  private final List<Schedule> schedules;
  private final int length;

  private record Transfer(int from, int to) {
    Transfer reversed() {
      return new Transfer(to, from);
    }
  }

  /** Rounds {@code first} to {@code last}, in which the same happens. */
  private record Stretch(int first, int last, String what) {
    String numbers() {
      return first == last ? "round " + first : "round " + first + "-" + last;
    }
  }

  private ScheduleText(Algorithm algorithm, int size) {
    this.length = size * ELEMENTS_PER_RANK;
    this.schedules = algorithm.schedules(size, length);
  }

  /**
   * The lines, each with a line break.
   *
   * @throws IllegalArgumentException for more than {@value #MOST_RANKS} ranks
   */
  public static String of(Algorithm algorithm, int size) {
    if (size < 1 || size > MOST_RANKS) {
      throw new IllegalArgumentException("text shows 1 to " + MOST_RANKS + " ranks, not " + size);
    }
    return new ScheduleText(algorithm, size).text();
  }

  private String text() {
    List<Stretch> stretches = new ArrayList<>();
    int number = 0;
    int rounds = schedules.stream().mapToInt(s -> s.rounds().size()).max().orElse(0);
    for (int round = 0; round < rounds; round++) {
      String what = what(round);
      if (!what.isEmpty()) {
        number++;
        Stretch last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
        if (last != null && last.what().equals(what)) {
          stretches.set(stretches.size() - 1, new Stretch(last.first(), number, what));
        } else {
          stretches.add(new Stretch(number, number, what));
        }
      }
    }
    int width = stretches.stream().mapToInt(s -> s.numbers().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (Stretch stretch : stretches) {
      String indent = " ".repeat(2 + width + 2);
      String head = stretch.numbers();
      text.append("  ").append(head).append(" ".repeat(width + 2 - head.length()));
      text.append(stretch.what().replace("\n", "\n" + indent)).append('\n');
    }
    return text.toString();
  }

  /** All that is received in a round, a line for each kind and share. */
  private String what(int round) {
    Map<String, Set<Transfer>> transfers = new LinkedHashMap<>();
    for (Schedule schedule : schedules) {
      for (Step step : schedule.round(round).steps()) {
        if (!step.isSend()) {
          transfers
              .computeIfAbsent(label(step), label -> new TreeSet<>(BY_SENDER))
              .add(new Transfer(step.peer(), schedule.rank()));
        }
      }
    }
    return transfers.entrySet().stream()
        .map(each -> lines(each.getKey(), each.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private String label(Step step) {
    String kind = step.kind() == Step.Kind.REDUCE ? "add " : "copy";
    return kind + " " + Share.of(step.range().length(), length);
  }

  private static String lines(String label, Set<Transfer> transfers) {
    String indent = " ".repeat(label.length());
    StringBuilder text = new StringBuilder(label);
    int column = label.length();
    Set<Transfer> done = new HashSet<>();
    for (Transfer transfer : transfers) {
      if (!done.contains(transfer)) {
        boolean swap = transfers.contains(transfer.reversed());
        done.add(transfer.reversed());
        String item = "  " + transfer.from() + (swap ? "<->" : "->") + transfer.to();
        if (column + item.length() > WIDTH) {
          text.append('\n').append(indent);
          column = indent.length();
        }
        text.append(item);
        column += item.length();
      }
    }
    return text.toString();
  }
}
