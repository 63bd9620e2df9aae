package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of {@code bench/sweeps}: tables, and what is measured for them.
 *
 * <pre>
 *   base, each   {"spec": {"model": "linear", "place": {"workers": 16}}}   what cases are told
 *   axes         {"spec.sync.strategy": ["allreduce", "butterfly"],        a case for each
 *                 "spec.settings.batch": [4, 16]}                          combination: 4 cases
 * </pre>
 *
 * <p>A value of an axis may be an object with a {@code label}: its other fields are all told.
 *
 * @param title the title of the results
 * @param about what to know about the figures
 * @param page the page whose {@linkplain SweepResults#fill marked places} the tables fill; may be
 *     empty
 * @param files what {@link MadeUpFile}s there are, by name
 * @param base what the cases of all tables are told
 */
record SweepFile(
    String title,
    String about,
    String page,
    Map<String, JsonNode> files,
    ObjectNode base,
    List<SweepTable> tables) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * One of the things that a table measures.
   *
   * @param labels what tells it from the others, by the titles of columns
   * @param told what its {@link Measurement} is told
   */
  record Case(Map<String, String> labels, JsonNode told) {
    String title() {
      return String.join(", ", labels.values());
    }
  }

  SweepFile {
    about = about == null ? "" : about;
    page = page == null ? "" : page;
    files = files == null ? Map.of() : files;
    base = base == null ? MAPPER.createObjectNode() : base;
  }

  /**
   * A table of a sweep.
   *
   * @param each what its cases are told beyond the base; of all this is for the sweep itself: the
   *     {@code kind} of a {@link Measurement}, and {@code rounds}, how often each has its turn
   * @param axes in what cases differ, by the path of what they are told
   * @param keys what tells rows of one case from each other, such as the length of a vector
   * @param columns what is shown: see {@link Column}
   * @param views the tables that are shown, if it is not simply a line for each case
   */
  record SweepTable(
      String name,
      String note,
      ObjectNode each,
      Map<String, List<JsonNode>> axes,
      List<String> keys,
      List<String> columns,
      List<View> views,
      ResultChart.Style chart) {
    SweepTable {
      note = note == null ? "" : note;
      each = each == null ? MAPPER.createObjectNode() : each;
      axes = axes == null ? Map.of() : axes;
      keys = keys == null ? List.of() : keys;
      columns = columns == null ? List.of() : columns;
      views = views == null ? List.of() : views;
    }

    /** Returns the titles of all columns that tell rows apart. */
    List<String> allKeys() {
      List<String> all = new ArrayList<>(axes.keySet().stream().map(SweepFile::last).toList());
      all.addAll(keys);
      return all;
    }

    private SweepTable with(ObjectNode told, Map<String, List<JsonNode>> newAxes) {
      return new SweepTable(name, note, told, newAxes, keys, columns, views, chart);
    }
  }

  /**
   * Values of one key side by side, such as ours and those of others.
   *
   * @param by the key
   * @param values those that are shown, the one that is compared first; none: all
   * @param columns what is shown of the first; the first of them is compared
   * @param toBest whether the first is compared with the least of all, not with each
   */
  record View(String title, String by, List<String> values, List<String> columns, boolean toBest) {
    View {
      values = values == null ? List.of() : values;
    }
  }

  static SweepFile read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), SweepFile.class);
  }

  static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Returns the cases of a table, the last axis changing fastest. */
  List<Case> cases(SweepTable table) {
    ObjectNode told = base.deepCopy();
    merge(told, table.each);
    List<Case> cases = List.of(new Case(Map.of(), told));
    for (Map.Entry<String, List<JsonNode>> axis : table.axes.entrySet()) {
      List<Case> more = new ArrayList<>();
      for (Case one : cases) {
        axis.getValue().forEach(value -> more.add(with(one, axis.getKey(), value)));
      }
      cases = more;
    }
    return cases;
  }

  private static Case with(Case one, String path, JsonNode value) {
    ObjectNode told = one.told().deepCopy();
    Map<String, String> labels = new LinkedHashMap<>(one.labels());
    if (value.has("label")) {
      ObjectNode rest = value.deepCopy();
      rest.remove("label");
      merge(told, rest);
      labels.put(last(path), value.get("label").asText());
    } else {
      set(told, path, value);
      labels.put(last(path), value.asText());
    }
    return new Case(labels, told);
  }

  /** Returns the same with other values: of an axis, which may be new, or of all cases. */
  SweepFile with(String path, String text) {
    List<JsonNode> values = values(text);
    List<SweepTable> newTables = new ArrayList<>();
    for (SweepTable table : tables) {
      Map<String, List<JsonNode>> axes = new LinkedHashMap<>(table.axes);
      ObjectNode each = table.each.deepCopy();
      if (axes.containsKey(path) || values.size() > 1) {
        List<JsonNode> known = axes.getOrDefault(path, List.of());
        axes.put(path, values.stream().map(value -> labelled(known, value)).toList());
      } else {
        set(each, path, values.get(0));
      }
      newTables.add(table.with(each, axes));
    }
    return new SweepFile(title, about, page, files, base, newTables);
  }

  /** Returns the value that has this label, or the value itself. */
  private static JsonNode labelled(List<JsonNode> known, JsonNode value) {
    return known.stream()
        .filter(one -> one.has("label") && one.get("label").asText().equals(value.asText()))
        .findFirst()
        .orElse(value);
  }

  private static List<JsonNode> values(String text) {
    if (text.startsWith("[") || text.startsWith("{")) {
      return List.of(value(text));
    }
    return List.of(text.split(",")).stream().map(SweepFile::value).toList();
  }

  private static JsonNode value(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      return MAPPER.getNodeFactory().textNode(text);
    }
  }

  private static void set(ObjectNode told, String path, JsonNode value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      told.set(path, value);
    } else {
      set(told.withObject("/" + path.substring(0, dot)), path.substring(dot + 1), value);
    }
  }

  /** Puts all of one object into another, objects in objects too; null takes away. */
  static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      if (field.getValue().isNull()) {
        into.remove(field.getKey());
      } else if (field.getValue().isObject() && into.path(field.getKey()).isObject()) {
        merge((ObjectNode) into.get(field.getKey()), field.getValue());
      } else {
        into.set(field.getKey(), field.getValue().deepCopy());
      }
    }
  }
}
