package io.papilio.learn.optimize;

import io.papilio.runtime.mixing.MixCounts;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** A watch that passes on all it hears, for those who add to some of it. */
public class ForwardingWatch implements Optimizer.Watch {
  private final Optimizer.Watch watch;

  public ForwardingWatch(Optimizer.Watch watch) {
    this.watch = watch;
  }

  @Override
  public boolean onProgress(long examples, float[] weights) {
    return watch.onProgress(examples, weights);
  }

  @Override
  public boolean onProgress(long examples, float[] weights, OptionalDouble losses) {
    return watch.onProgress(examples, weights, losses);
  }

  @Override
  public void onPass() {
    watch.onPass();
  }

  @Override
  public boolean mayEndEarly() {
    return watch.mayEndEarly();
  }

  @Override
  public void onAlone(long examples) {
    watch.onAlone(examples);
  }

  @Override
  public void onPast(long examples, double seconds, float[] weights) {
    watch.onPast(examples, seconds, weights);
  }

  @Override
  public void onDistance(double distance) {
    watch.onDistance(distance);
  }

  @Override
  public void aside(Runnable work) {
    watch.aside(work);
  }

  @Override
  public void onCheckpoint(Supplier<Snapshot> snapshot) {
    watch.onCheckpoint(snapshot);
  }

  @Override
  public void onStart(Supplier<Snapshot> own) {
    watch.onStart(own);
  }

  @Override
  public void onNote(String note) {
    watch.onNote(note);
  }

  @Override
  public void onChoice(String name, Object value) {
    watch.onChoice(name, value);
  }

  @Override
  public void onMixed(MixCounts counts) {
    watch.onMixed(counts);
  }

  @Override
  public Optional<Snapshot> resumed() {
    return watch.resumed();
  }
}
