package io.papilio.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All that was measured with one transport, number of ranks and length.
 *
 * @param rows one for each algorithm in each round
 */
record ChoicePoint(List<JsonNode> rows) {
  /** Among algorithms, what Papilio takes after a calibration. */
  static final String OWN_CHOICE = "auto";

  /** What takes no longer than this times the fastest is as good. */
  private static final double NEAR = 1.15;

  /** Predictions are judged from this length on, and right if they are no further off than this. */
  private static final int PREDICTABLE = 100_000;

  private static final double PREDICTED = 0.3;

  /** How long a choice takes, how many times as long as the fastest, and as predicted. */
  record Verdict(double micros, double ofBest, double ofPredicted) {

    boolean isNear() {
      return ofBest <= NEAR;
    }

    boolean isPredicted() {
      return Math.abs(ofPredicted - 1) <= PREDICTED;
    }

    List<String> cells(boolean isPredictable) {
      return List.of(
          MarkdownTable.micros(micros),
          MarkdownTable.ratio(ofBest) + (isNear() ? "" : " !"),
          MarkdownTable.ratio(ofPredicted) + (isPredicted() || !isPredictable ? "" : " !"));
    }
  }

  /** One round of a point, and what is known from the others. */
  record Split(ChoicePoint round, ChoicePoint others) {

    /** Whether what was the fastest in the others is as good in this one. */
    boolean isNear() {
      return round.best(others.fastest()) <= NEAR * round.best();
    }
  }

  boolean isPredictable() {
    return length() >= PREDICTABLE;
  }

  Verdict figures() {
    return verdict(byFigures(), rows.get(0).required("figuresMicros").doubleValue());
  }

  Verdict calibrated() {
    double[] predicted =
        rows.stream()
            .filter(ChoicePoint::isOwnChoice)
            .mapToDouble(row -> row.required("predictedMicros").doubleValue())
            .toArray();
    return verdict(OWN_CHOICE, Summary.median(predicted));
  }

  /** Each round next to all others; none where there is only one. */
  List<Split> splits() {
    List<Integer> rounds = rows.stream().map(ChoicePoint::round).distinct().toList();
    if (rounds.size() < 2) {
      return List.of();
    }
    return rounds.stream()
        .map(it -> new Split(where(row -> round(row) == it), where(row -> round(row) != it)))
        .toList();
  }

  List<String> cells() {
    JsonNode any = rows.get(0);
    List<String> cells = new ArrayList<>();
    cells.add(any.required("transport").textValue());
    cells.addAll(List.of(fastest(), byFigures(), taken()));
    cells.add(String.valueOf(any.required("ranks").intValue()));
    cells.add(MarkdownTable.length(length()));
    cells.add(MarkdownTable.micros(best()));
    cells.addAll(figures().cells(isPredictable()));
    cells.addAll(calibrated().cells(isPredictable()));
    return cells;
  }

  private Verdict verdict(String name, double predicted) {
    double micros = best(name);
    return new Verdict(micros, micros / best(), micros / predicted);
  }

  /** Of those that were timed by their names. */
  private String fastest() {
    return rows.stream()
        .filter(row -> !isOwnChoice(row))
        .min(Comparator.comparingDouble(ChoicePoint::micros))
        .map(ChoicePoint::algorithm)
        .orElseThrow();
  }

  /** Also of what is taken after a calibration, which may be none that is timed by its name. */
  private double best() {
    return Math.min(best(fastest()), best(OWN_CHOICE));
  }

  private double best(String name) {
    return rows.stream()
        .filter(row -> algorithm(row).equals(name))
        .mapToDouble(ChoicePoint::micros)
        .min()
        .orElseThrow(() -> new IllegalStateException(name + " was not timed"));
  }

  private String byFigures() {
    return rows.get(0).required("byFigures").textValue();
  }

  /** A calibration may take another in each round. */
  private String taken() {
    return rows.stream()
        .filter(ChoicePoint::isOwnChoice)
        .map(own -> rows.stream().filter(row -> hasPriceOf(own, row)).findFirst())
        .map(row -> row.map(ChoicePoint::algorithm).orElse("–"))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private ChoicePoint where(Predicate<JsonNode> suits) {
    return new ChoicePoint(rows.stream().filter(suits).toList());
  }

  private int length() {
    return rows.get(0).required("length").intValue();
  }

  private static String algorithm(JsonNode row) {
    return row.required("algorithm").textValue();
  }

  private static boolean isOwnChoice(JsonNode row) {
    return algorithm(row).equals(OWN_CHOICE);
  }

  private static double micros(JsonNode row) {
    return row.required("minMicros").doubleValue();
  }

  private static int round(JsonNode row) {
    return row.required("round").intValue();
  }

  private static boolean hasPriceOf(JsonNode own, JsonNode row) {
    return row != own
        && round(row) == round(own)
        && row.required("predictedMicros").equals(own.required("predictedMicros"));
  }
}
