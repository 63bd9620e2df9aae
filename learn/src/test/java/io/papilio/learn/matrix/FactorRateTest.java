package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.RateSearch;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FactorRateTest {
  private static final Shard ALL = Shard.of(Multiclass.blocks(300, true));

  private static Sgd sgd(Rate.Kind kind, double rate) {
    return new Sgd(
        new FactorProblem(() -> new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1)),
        5,
        2,
        new Rate(kind, rate),
        17,
        Sync.FACTORS);
  }

  private static double[] rates(int workers, Rate.Kind kind, Shard all) {
    double[] rates = new double[workers];
    LocalCluster.run(
        workers,
        comm -> {
          Sgd sgd = sgd(kind, 1);
          float[] start = Multiclass.zeros(((FactorProblem) sgd.problem()).model());
          Shard own = all.part(workers, comm.rank());
          rates[comm.rank()] = RateSearch.tune(sgd, comm, own, start, (e, w) -> true).rate().at(1);
        });
    return rates;
  }

  @Test
  void shouldFindTheSamePowerOfTwoOnAllWorkers() {
    for (int workers : Multiclass.WORKERS) {
      double[] rates = rates(workers, Rate.Kind.INVERSE_ROOT, ALL);
      for (double rate : rates) {
        assertEquals(rates[0], rate);
        assertEquals(rate, Math.pow(2, Math.getExponent(rate)));
      }
      assertEquals(rates[0], rates(workers, Rate.Kind.INVERSE_ROOT, ALL)[0]);
    }
  }

  @Test
  void shouldSuitEachKind() {
    for (Rate.Kind kind : Rate.Kind.values()) {
      double usual = rates(2, kind, ALL)[0];
      for (double worse : new double[] {usual / 16, 16 * usual}) {
        assertTrue(cost(kind, usual) < cost(kind, worse), kind + ": " + usual + " or " + worse);
      }
    }
  }

  private static double cost(Rate.Kind kind, double rate) {
    Sgd sgd = sgd(kind, rate);
    FactorModel model = ((FactorProblem) sgd.problem()).model();
    float[] ended = Multiclass.learn(2, sgd, ALL, Multiclass.zeros(model)).get(0);
    return Multiclass.objective(model, ALL, ended);
  }

  @Test
  void shouldCopeWithEmptyShards() {
    assertEquals(1, rates(3, Rate.Kind.CONSTANT, Shard.of(List.of()))[2]);
    Shard one = Shard.of(Multiclass.blocks(1, false));
    double[] rates = rates(3, Rate.Kind.ADAGRAD, one);
    assertEquals(rates[0], rates[2]);
  }
}
