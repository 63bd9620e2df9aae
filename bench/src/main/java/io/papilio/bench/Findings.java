package io.papilio.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** All that was found, and what it says together. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  void add(List<Finding> findings) {
    all.addAll(findings);
  }

  List<Finding> all() {
    return all;
  }

  /** Only those of one data set. */
  Findings of(String set) {
    Findings some = new Findings();
    some.add(all.stream().filter(finding -> finding.set().equals(set)).toList());
    return some;
  }

  /** Of what is better the more of it there is. */
  OptionalDouble most(String measure) {
    return values(measure).max();
  }

  /** Of what is better the less of it there is. */
  OptionalDouble least(String measure) {
    return values(measure).min();
  }

  OptionalDouble median(String measure) {
    double[] values = values(measure).toArray();
    return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(values));
  }

  private DoubleStream values(String measure) {
    return all.stream()
        .filter(finding -> finding.measure().equals(measure))
        .mapToDouble(Finding::value);
  }
}
