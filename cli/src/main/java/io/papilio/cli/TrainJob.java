package io.papilio.cli;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.metric.Metrics;
import io.papilio.learn.metric.Scores;
import io.papilio.learn.train.Dataset;
import io.papilio.learn.train.ModelFile;
import io.papilio.learn.train.Trainer;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.ProcessTask;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * What every worker of a training does, be it a thread or a process. A process tells the command
 * that started it how far it is, in lines that begin with a sign of their own:
 *
 * <pre>
 *   @point 4096 0.51 0.3312        examples, seconds, loss
 *   @result {...}                  the end, as JSON in one line
 *   @refused a.svm, line 2: ...    bad input
 * </pre>
 */
final class TrainJob implements ProcessTask {
  static final String POINT = "@point ";
  static final String RESULT = "@result ";
  static final String REFUSED = "@refused ";

  @Override
  public void run(Communicator comm, List<String> arguments) throws Exception {
    TrainOptions options = new TrainOptions();
    CommandLine line = new CommandLine(new Holder(options));
    Papilio.registerNames(line);
    line.parseArgs(arguments.toArray(String[]::new));
    try {
      TrainOptions.Loaded loaded = options.load(comm.rank() == 0, System.out::println);
      Optional<Map<String, Object>> result = run(comm, options, loaded, TrainJob::tell);
      if (result.isPresent()) {
        System.out.println(RESULT + Json.line(result.get()));
      }
    } catch (DataException | IllegalArgumentException e) {
      System.out.println(REFUSED + e.getMessage());
      throw e;
    }
  }

  /** Picocli wants a command around options. */
  @CommandLine.Command(name = "train")
  private record Holder(@CommandLine.Mixin TrainOptions options) {}

  private static void tell(Trainer.Point point) {
    System.out.println(POINT + point.examples() + " " + point.seconds() + " " + point.loss());
  }

  static Trainer.Point parse(String text) {
    String[] words = text.substring(POINT.length()).split(" ");
    return new Trainer.Point(
        Long.parseLong(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }

  /** Hears of the curve as it grows. */
  interface Listener {
    void onPoint(Trainer.Point point);
  }

  /** The result on rank 0, which also tells the listener; nothing on the others. */
  static Optional<Map<String, Object>> run(
      Communicator comm, TrainOptions options, TrainOptions.Loaded loaded, Listener listener)
      throws IOException {
    Dataset data = loaded.dataset();
    LearnerOptions learner = options.learner();
    float[] weights = first(options, loaded);
    Trainer.Task task =
        new Trainer.Task(
            data.rows(),
            data.sample(),
            weights.length - 1,
            learner.objective(),
            learner.optimizer());
    Trainer trainer =
        new Trainer(
            comm,
            task,
            point -> {
              if (comm.rank() == 0) {
                listener.onPoint(point);
              }
              return true;
            });
    Trainer.Outcome outcome = trainer.run(weights);
    double objective = trainer.objective(weights);
    if (comm.rank() != 0) {
      return Optional.empty();
    }
    LinearModel model =
        new LinearModel(
            learner.objective().loss(),
            weights,
            data.negative(),
            data.positive(),
            loaded.features());
    if (options.out().isPresent()) {
      ModelFile.write(model, options.out().get());
    }
    return Optional.of(result(options, loaded, outcome, objective, model));
  }

  private static float[] first(TrainOptions options, TrainOptions.Loaded loaded)
      throws IOException {
    Dataset data = loaded.dataset();
    if (options.from().isEmpty()) {
      return new float[data.features() + 1];
    }
    LinearModel model = ModelFile.read(options.from().get());
    if (!model.features().equals(loaded.features())) {
      throw new IllegalArgumentException(
          "the model of --from has other --bits, --interact or columns than these data");
    }
    int features = Math.max(model.size(), data.features());
    float[] weights = Arrays.copyOf(Arrays.copyOf(model.weights(), model.size()), features + 1);
    weights[features] = model.bias();
    return weights;
  }

  private static Map<String, Object> result(
      TrainOptions options,
      TrainOptions.Loaded loaded,
      Trainer.Outcome outcome,
      double objective,
      LinearModel model) {
    long start = System.nanoTime();
    Metrics metrics = judge(model, loaded.dataset().judged());
    double evaluating = (System.nanoTime() - start) / 1e9 + outcome.evaluatingSeconds();
    Map<String, Object> result = new LinkedHashMap<>(describe(metrics));
    result.put("objective", objective);
    result.put("examples", outcome.examples());
    result.put("iterations", outcome.iterations());
    result.put("seconds", outcome.seconds());
    result.put("loadSeconds", loaded.seconds());
    result.put("evalSeconds", evaluating);
    result.put("bytesSent", outcome.bytesSent());
    result.put("badLines", loaded.badLines());
    result.put("curve", outcome.curve());
    result.put("modelFile", options.out().map(Object::toString).orElse(null));
    result.put("options", options.describe());
    return result;
  }

  static Map<String, Object> describe(Metrics metrics) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("loss", metrics.loss());
    result.put("accuracy", metrics.accuracy().orElse(Double.NaN));
    result.put("auc", metrics.auRoc().orElse(Double.NaN));
    result.put("auPrc", metrics.auPrc().orElse(Double.NaN));
    return result;
  }

  /** What a model is worth on these rows. */
  static Metrics judge(LinearModel model, Shard rows) {
    Scores scores = new Scores();
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      scores.add((float) model.margin(block, row), block.label(row), block.weight(row));
    }
    return Metrics.of(scores, model.loss());
  }
}
