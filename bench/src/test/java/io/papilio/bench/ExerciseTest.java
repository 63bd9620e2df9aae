package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ExerciseTest {
  private final Dataset data = LearnTask.labelled(List.of(new TopicGenerator(1).rows(0, 300)));

  @ParameterizedTest
  @CsvSource({"SGD, 1", "ONLINE, 1", "ONLINE, 2", "LBFGS, 1", "LBFGS, 2"})
  void shouldLearnSomething(Exercise exercise, int workers) {
    float[] weights = new float[data.features() + 1];
    double[] seconds = new double[workers];
    LocalCluster.run(
        workers,
        comm -> {
          seconds[comm.rank()] = exercise.secondsOfPass(comm, data);
          float[] own = comm.rank() == 0 ? weights : new float[weights.length];
          exercise
              .optimizer(5)
              .run(comm, data.rows().part(comm.size(), comm.rank()), own, (n, w) -> true);
        });
    assertTrue(seconds[0] > 0 && seconds[0] < 60, seconds[0] + " s");
    int right = 0;
    for (int i = 0; i < data.rows().size(); i++) {
      SparseRows rows = data.rows().block(i);
      double margin = rows.dot(data.rows().row(i), weights, data.features());
      margin += weights[data.features()];
      right += margin * rows.label(data.rows().row(i)) > 0 ? 1 : 0;
    }
    assertTrue(right > 200, right + " of 300 are right");
    assertEquals(exercise, Exercise.of(exercise.word()));
  }
}
