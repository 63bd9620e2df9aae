package io.papilio.lab.compare;

import io.papilio.learn.data.ByteCount;
import io.papilio.learn.job.TrainingResult.Reached;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What to take from a comparison, in plain sentences. */
record ComparisonAdvice(Comparison all, double target) {
  /** Runs within this factor of the best may change places the next time. */
  private static final double NEAR = 1.05;

  static List<String> of(Comparison all) {
    return new ComparisonAdvice(all, all.target()).sentences();
  }

  private List<String> sentences() {
    if (Double.isNaN(target)) {
      return List.of("No run has seen a loss that is a number: try a smaller --rate.");
    }
    List<String> sentences = new ArrayList<>();
    String why = Double.isNaN(all.wanted()) ? "the lowest that every run has seen" : "as you said";
    sentences.add("Runs are compared by a loss of %s, %s.".formatted(loss(target), why));
    all.runs().stream()
        .collect(
            Collectors.groupingBy(run -> run.what().workers(), TreeMap::new, Collectors.toList()))
        .values()
        .forEach(runs -> cheapest(runs).ifPresent(sentences::add));
    all.runs().stream()
        .filter(run -> Double.isFinite(run.metric("loss")))
        .min(Comparator.comparingDouble(run -> run.metric("loss")))
        .ifPresent(run -> sentences.add(best(run)));
    sentences.addAll(doubts());
    return sentences;
  }

  private String best(ComparisonRun run) {
    return "At the end %s had the lowest loss (%s)."
        .formatted(all.name(run), loss(run.metric("loss")));
  }

  /** Says which of the runs with one number of workers reached the loss with the least. */
  private Optional<String> cheapest(List<ComparisonRun> runs) {
    List<String> parts =
        Stream.of(
                least(
                    runs, "needed the fewest examples", Reached::examples, it -> text("%,.0f", it)),
                least(runs, "the fewest seconds", Reached::seconds, it -> text("%.3f", it)),
                least(runs, "the fewest bytes", Reached::bytes, ByteCount::text))
            .flatMap(Optional::stream)
            .toList();
    String who = all.amongWorkers(runs.get(0));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("To reach it" + who + ", " + String.join(", ", parts) + ".");
  }

  /** Says which run needed least, and how much; runs that needed nothing do not count. */
  private Optional<String> least(
      List<ComparisonRun> runs,
      String what,
      ToDoubleFunction<Reached> need,
      Function<Double, String> shown) {
    ToDoubleFunction<ComparisonRun> needOf = run -> run.needed(target, need);
    List<ComparisonRun> order =
        runs.stream()
            .filter(run -> needOf.applyAsDouble(run) > 0)
            .sorted(Comparator.comparingDouble(needOf))
            .toList();
    if (runs.size() < 2 || order.isEmpty()) {
      return Optional.empty();
    }
    double least = needOf.applyAsDouble(order.get(0));
    String near =
        order.stream()
            .skip(1)
            .filter(run -> needOf.applyAsDouble(run) <= least * NEAR)
            .map(all::strategy)
            .collect(Collectors.joining(", "));
    String others = near.isEmpty() ? "" : "; within 5 %: " + near;
    return Optional.of(
        "%s %s (%s%s)".formatted(all.strategy(order.get(0)), what, shown.apply(least), others));
  }

  private List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    int cores = Runtime.getRuntime().availableProcessors();
    int most = all.runs().stream().mapToInt(run -> run.what().workers()).max().orElse(1);
    if (most > cores) {
      doubts.add(
          ("Up to %d workers shared %d cores: seconds say what all the work costs, not how long it"
                  + " takes on as many machines.")
              .formatted(most, cores));
    }
    if ("auto".equals(all.runs().get(0).result().options().get("rate"))) {
      doubts.add(
          "Each run has first looked for a rate of its own, which is in its seconds and bytes: give"
              + " --rate to leave that out.");
    }
    for (ComparisonRun run : all.runs()) {
      if (run.result().reached(target).isEmpty()) {
        doubts.add(
            Double.isFinite(run.lowest())
                ? "%s did not reach it: its lowest loss was %s."
                    .formatted(all.name(run), loss(run.lowest()))
                : "The loss of %s was never a number.".formatted(all.name(run)));
      }
      if (!run.result().lost().isEmpty()) {
        doubts.add(
            "%s lost %d of its workers.".formatted(all.name(run), run.result().lost().size()));
      }
    }
    return doubts;
  }

  private static String loss(double value) {
    return text("%.4f", value);
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
