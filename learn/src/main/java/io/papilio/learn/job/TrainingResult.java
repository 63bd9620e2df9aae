package io.papilio.learn.job;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.model.Model;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.runtime.mixing.MixCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a training.
 *
 * @param metrics on the test examples if there are any, else on those held out, else on those that
 *     were learned from
 * @param objective what was minimised: the sum of all losses, and the penalties
 * @param examples processed by all workers
 * @param iterations steps of sgd, online passes, iterations of L-BFGS
 * @param seconds of training alone, of the slowest worker between each two evaluations
 * @param loadSeconds of the slowest worker
 * @param evalSeconds of evaluations
 * @param bytesSent payload that each worker handed to others in training
 * @param times where the seconds of each worker went
 * @param badLines how many lines were skipped
 * @param spectralGap of the topology that workers mixed along; not a number if they did not
 * @param mixing how complete their averages were
 * @param curve how the mean loss fell
 * @param lost workers that did not come to the end
 * @param modelFile where the model is; null if no file was asked for, or if it could not be
 *     written, which a note says
 * @param used what was trained, with nothing left to be chosen before the first step
 * @param choices what was chosen since
 * @param model what was learned; not part of JSON
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record TrainingResult(
    MetricValues metrics,
    double objective,
    long examples,
    long iterations,
    double seconds,
    double loadSeconds,
    double evalSeconds,
    List<Long> bytesSent,
    List<WorkerTime> times,
    long badLines,
    double spectralGap,
    MixCounts mixing,
    List<Point> curve,
    List<Lost> lost,
    String modelFile,
    TrainingSpec used,
    Choices choices,
    @JsonIgnore Model model) {

  /**
   * The mean loss after some examples of all workers, and some seconds of training.
   *
   * @param distance the consensus distance: the root of the mean squared distance of workers from
   *     their mean, relative to its norm; not a number where they are the same
   */
  public record Point(long examples, double seconds, double loss, double distance) {}

  /** What it took all workers together to come to some loss. */
  public record Reached(long examples, double seconds, double bytes) {}

  /**
   * What was chosen on the way.
   *
   * @param allReduce the algorithm for as many numbers as there are weights
   * @param ofOptimizer what the optimizer found, by the names of JSON
   */
  public record Choices(String allReduce, Map<String, Object> ofOptimizer) {
    Optional<Object> rate() {
      return Optional.ofNullable(ofOptimizer.get("rateFound"));
    }

    /** Returns what workers exchanged, if that was left to be chosen. */
    Optional<Object> exchange() {
      return Optional.ofNullable(ofOptimizer.get("exchange"));
    }
  }

  /** A worker that did not come to the end; its number is that of the beginning. */
  public record Lost(int worker, String reason) {}

  /** Returns the same with a model, which JSON does not hold. */
  public TrainingResult with(Model learned) {
    return with(learned, used.output(), modelFile);
  }

  private TrainingResult with(Model learned, OutputSpec output, String file) {
    return new TrainingResult(
        metrics,
        objective,
        examples,
        iterations,
        seconds,
        loadSeconds,
        evalSeconds,
        bytesSent,
        times,
        badLines,
        spectralGap,
        mixing,
        curve,
        lost,
        file,
        used.withOutput(output),
        choices,
        learned);
  }

  /** Returns the same, whose model is in another file. */
  public TrainingResult withFile(String file) {
    return with(model, used.output(), file);
  }

  /** Returns the same, whose model is in no file, because nobody asked for one. */
  TrainingResult withoutFile(OutputSpec asked) {
    return with(model, asked, null);
  }

  /** Returns whether the model is where it should be, if it should be anywhere. */
  public boolean isSaved() {
    return used.output().modelFile().isEmpty() || modelFile != null;
  }

  public int workers() {
    return bytesSent.size();
  }

  /** Returns all options, as used, by the names of JSON. */
  public Map<String, Object> options() {
    return UsedOptions.of(this);
  }

  /**
   * Returns the microseconds of a step in the second half of the training, when compilers are done;
   * not a number if there is no half.
   */
  public double stepMicros() {
    return curve.stream()
        .filter(point -> 2 * point.examples() >= examples && point.examples() < examples)
        .findFirst()
        .map(
            half -> {
              double share = 1 - (double) half.examples() / examples;
              return (seconds - half.seconds()) / (share * iterations) * 1e6;
            })
        .orElse(Double.NaN);
  }

  /** Returns what a step should have taken; not a number if nobody knew. */
  public double predictedStepMicros() {
    Object predicted = choices.ofOptimizer().get(StochasticLoop.PREDICTED);
    return predicted instanceof Number micros ? micros.doubleValue() : Double.NaN;
  }

  /** Returns the payload that all workers together sent in training. */
  public long bytes() {
    return bytesSent.stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the consensus distance at the end; not a number where workers were the same. */
  public double distance() {
    return curve.isEmpty() ? Double.NaN : curve.get(curve.size() - 1).distance();
  }

  /**
   * Returns what it took until the first evaluation with a loss as low as this, if there is one.
   */
  public Optional<Reached> reached(double loss) {
    return curve.stream()
        .filter(point -> point.loss() <= loss)
        .findFirst()
        .map(
            point -> {
              double sent = (double) bytes() * point.examples() / examples; // steps are alike
              return new Reached(point.examples(), point.seconds(), sent);
            });
  }

  /** Returns what people want to know, line by line. */
  public List<ResultLine> lines() {
    return ResultLine.of(this);
  }

  /** Returns how workers drifted apart, if they did so more and more. */
  Optional<String> drift() {
    if (curve.size() < 4) {
      return Optional.empty();
    }
    double middle = curve.get(curve.size() / 2).distance();
    double end = distance();
    return end > 1 && end > 2 * middle
        ? Optional.of(
            "workers drift apart: the consensus distance is %.0f %%, and was %.0f %% half-way; try"
                    .formatted(100 * end, 100 * middle)
                + " a smaller rate, or a strategy with a larger spectral gap")
        : Optional.empty();
  }
}
