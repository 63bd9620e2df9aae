package io.papilio.learn.model;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Source;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Examples of a program as rows: example r belongs to worker r mod N.
 *
 * @param features how names become indices
 */
public record Examples(List<Example> all, Features features) implements Source {
  public Examples {
    all = List.copyOf(all);
  }

  /** Returns examples whose features are all names that they have, in the order of their coming. */
  public static Examples of(Iterable<Example> examples) {
    List<Example> all = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Example example : examples) { // which may go only once
      example.row().names().forEach(names::add);
      all.add(example);
    }
    Features plain = Features.plain();
    return new Examples(
        all, names.isEmpty() ? plain : plain.with(new Columns("label", List.copyOf(names))));
  }

  @Override
  public Loaded read(int worker, int workers) {
    RowsBuilder rows = new RowsBuilder();
    for (int i = worker; i < all.size(); i += workers) {
      all.get(i).row().addTo(rows, features, (float) all.get(i).label());
    }
    return Loaded.of(List.of(rows.build()), "the examples", features);
  }
}
