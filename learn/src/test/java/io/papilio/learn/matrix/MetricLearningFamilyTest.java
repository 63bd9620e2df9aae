package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class MetricLearningFamilyTest {
  private static final int DIMENSIONS = 2;

  private static Model model() {
    float[] weights = new float[DIMENSIONS * Multiclass.FEATURES];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) Math.sin(i) / 4;
    }
    Settings settings = Settings.NONE.with("dissimilar", 3);
    List<Float> labels = List.of(0f, 1f, 2f, 3f, 4f);
    Learned learned =
        new Learned(
            "dml", settings, Features.plain(), labels, DIMENSIONS, Multiclass.FEATURES, weights);
    return Families.named("dml").model(learned);
  }

  private interface Owner {
    /** Returns the worker of a row. */
    int of(SparseRows block, int row);
  }

  private static SparseRows pick(SparseRows block, IntPredicate isOwn) {
    RowsBuilder builder = new RowsBuilder();
    for (int row = 0; row < block.size(); row++) {
      if (isOwn.test(row)) {
        builder.addRow(block, row);
      }
    }
    return builder.build();
  }

  private static double loss(int workers, Owner owner) {
    Model model = model();
    double[] losses = new double[workers];
    LocalCluster.run(
        workers,
        comm -> {
          Evaluation evaluation = model.evaluation();
          for (SparseRows block : Multiclass.blocks(200, false)) {
            evaluation.add(pick(block, row -> owner.of(block, row) == comm.rank()));
          }
          losses[comm.rank()] = evaluation.metrics(comm).loss();
        });
    for (double each : losses) {
      assertEquals(losses[0], each);
    }
    return losses[0];
  }

  @Test
  void shouldBeJudgedByTheSamePairsHoweverManyWorkersThereAre() {
    double alone = loss(1, (block, row) -> 0);
    assertTrue(alone > 0.1, "a loss of " + alone);
    for (int workers : new int[] {2, 3, 7}) {
      assertEquals(alone, loss(workers, (block, row) -> row % workers), 1e-12);
    }
    double byClass = loss(Multiclass.CLASSES, (block, row) -> (int) block.label(row));
    assertEquals(alone, byClass, 1e-12, "no worker has two classes");
  }
}
