package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.data.generate.ClickGenerator;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.data.write.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A file of examples made for a sweep, in LIBSVM's format unless said.
 *
 * <pre>
 *   rcv1      rows [features]             two classes of texts
 *   clicks    rows                        showings of advertisements
 *   classes   rows classes features       several classes of texts
 *   dense     rows classes features       several classes, no zeros
 *   program   command                     of any kind, which is told the file as its last word
 * </pre>
 *
 * @param told a {@code kind}, and what it needs
 */
record MadeUpFile(JsonNode told) {
  private static final int BLOCK = 10_000;
  private static final long SEED = 1;

  void write(Path file) throws IOException, InterruptedException {
    if (told.path("kind").asText().equals("program")) {
      List<String> command = new ArrayList<>(Child.words(told.path("command")));
      command.add(file.toString());
      Child.output(command);
    } else {
      generate(file);
    }
  }

  private int number(String name) {
    return told.path(name).asInt();
  }

  private void generate(Path file) throws IOException {
    Generator generator = generator();
    try (RowWriter writer = RowWriter.libsvm(file)) {
      for (int from = 0; from < number("rows"); from += BLOCK) {
        writer.write(generator.rows(from, Math.min(BLOCK, number("rows") - from)));
      }
    }
  }

  private Generator generator() {
    int features = told.path("features").asInt(TopicGenerator.FEATURES);
    String kind = told.path("kind").asText();
    return switch (kind) {
      case "rcv1" -> new TopicGenerator(SEED, features, TopicGenerator.NON_ZEROS);
      case "clicks" -> new ClickGenerator(SEED);
      case "classes" -> new ClassesGenerator(SEED, number("classes"), features);
      case "dense" -> new Dense(number("classes"), features);
      default -> throw new IllegalArgumentException("no file of kind '%s'".formatted(kind));
    };
  }

  /** Rows of length about 1, each its class's own and as much of its own. */
  private record Dense(int classes, int features) implements Generator {
    @Override
    public SparseRows rows(long from, int count) {
      RowsBuilder rows = new RowsBuilder();
      float scale = (float) (1 / Math.sqrt(features));
      for (long row = from; row < from + count; row++) {
        int label = (int) (row % classes);
        SplittableRandom own = new SplittableRandom(row + classes);
        SplittableRandom common = new SplittableRandom(label);
        for (int feature = 0; feature < features; feature++) {
          float sum = (float) (1 + own.nextDouble() + common.nextDouble()) / 3;
          rows.add(feature, scale * sum);
        }
        rows.endRow(label, 1);
      }
      return rows.build();
    }
  }
}
