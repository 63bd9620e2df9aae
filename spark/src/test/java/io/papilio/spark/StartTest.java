package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.communicator.Reduction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.junit.jupiter.api.Test;

/** What the documents show of shared vectors and barrier stages. */
class StartTest {
  private final JavaSparkContext jsc = SparkCluster.shared().context();

  private JavaRDD<Integer> numbers() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      all.add(i);
    }
    return jsc.parallelize(all, 8);
  }

  @Test
  void shouldShareAVector() {
    JavaRDD<Integer> numbers = numbers();
    // begin
    SharedVector<float[]> counts = AllReduce.init(jsc.sc(), "counts", 8, Reduction.SUM);
    numbers.foreachPartition( // one job commits: 8 partitions, a vector each
        part -> {
          float[] own = new float[10];
          part.forEachRemaining(number -> own[number % 10]++);
          counts.commit(own);
        });
    List<Float> shares = // the next one gets the sum of all
        numbers.map(number -> counts.get()[number % 10] / 1000).distinct().collect();
    counts.close();
    // end
    assertEquals(List.of(0.1f), shares);
  }

  @Test
  void shouldShareElements() {
    JavaRDD<String> words = jsc.parallelize(List.of("an", "a", "bee", "be", "bet", "a"), 3);
    // begin
    SharedVector<List<Map<String, Integer>>> counts =
        AllReduce.init(
            jsc.sc(),
            "words",
            3,
            (Map<String, Integer> a, Map<String, Integer> b) -> {
              Map<String, Integer> both = new TreeMap<>(a);
              b.forEach((word, count) -> both.merge(word, count, Integer::sum));
              return both;
            });
    // end
    words.foreachPartition(
        part -> {
          Map<String, Integer> own = new TreeMap<>();
          part.forEachRemaining(word -> own.merge(word, 1, Integer::sum));
          counts.commit(List.of(own));
        });
    List<String> read = words.map(word -> counts.get().get(0).toString()).distinct().collect();
    counts.close();
    assertEquals(List.of("{a=2, an=1, be=1, bee=1, bet=1}"), read);
  }

  @Test
  void shouldShareArrays() {
    JavaRDD<String> words = jsc.parallelize(List.of("an", "a", "bee", "be", "better", "a"), 3);
    // begin
    SharedVector<String[]> longest =
        AllReduce.init(
            jsc.sc(), "longest", 3, (a, b) -> a.length() > b.length() ? a : b, String.class);
    // end
    words.foreachPartition(part -> longest.commit(new String[] {part.next(), part.next()}));
    List<String> read = words.map(word -> String.join(" ", longest.get())).distinct().collect();
    longest.close();
    assertEquals(List.of("better be"), read);
  }

  @Test
  void shouldRecover() {
    JavaRDD<Integer> rows = numbers();
    SharedVector<double[]> gradient = AllReduce.init(jsc.sc(), "gradient", 8, Reduction.SUM);
    // begin
    Function<Iterator<Integer>, double[]> compute = part -> gradientOf(part);
    gradient.commitAll(rows, compute); // a job
    gradient.recover(rows, compute); // waits for the sum; a job for what was lost, if anything
    // end
    assertEquals(499_500, rows.map(row -> gradient.get()[0]).first());
    gradient.close();
  }

  private static double[] gradientOf(Iterator<Integer> part) {
    double[] sum = {0};
    part.forEachRemaining(number -> sum[0] += number);
    return sum;
  }

  @Test
  void shouldStay() {
    JavaRDD<Integer> rows = numbers().repartition(3);
    // begin
    JavaRDD<Double> means =
        PapilioBarrier.mapPartitions(
            rows,
            (comm, part) -> {
              double[] sumAndCount = new double[2];
              part.forEachRemaining(
                  row -> {
                    sumAndCount[0] += row;
                    sumAndCount[1]++;
                  });
              for (int i = 0; i < 100; i++) { // as often as you like
                comm.allReduce(sumAndCount, i == 0 ? Reduction.SUM : Reduction.MAX);
              }
              return List.of(sumAndCount[0] / sumAndCount[1]).iterator();
            });
    // end
    assertEquals(List.of(499.5, 499.5, 499.5), means.collect());
  }

  @Test
  void shouldBeWhatTheDocumentsShow() throws IOException {
    Documents.assertShown(StartTest.class);
  }
}
