package io.papilio.learn.matrix;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.SplittableRandom;

/**
 * Examples that a dictionary suits: each is a few parts of all there are, and some noise.
 *
 * <pre>
 *   parts     ▂▇▁▁▁   ▁▁▇▂▁   ▇▁▁▁▅  ...      directions at random, of length 1
 *   example   1.2 · the second + 0.7 · the third, nearly
 * </pre>
 *
 * Labels are 0. A row is a function of the seed and its number.
 */
public final class PartsGenerator implements Generator {
  private static final int PARTS_OF_A_ROW = 3;
  private static final double NOISE = 0.02;

  private final long seed;
  private final float[][] parts;

  public PartsGenerator(long seed, int parts, int features) {
    this.seed = seed;
    this.parts = new float[parts][features];
    SplittableRandom random = new SplittableRandom(seed);
    for (float[] part : this.parts) {
      SparseCoding.direct(part, random);
    }
  }

  @Override
  public SparseRows rows(long from, int count) {
    RowsBuilder builder = new RowsBuilder();
    for (long number = from; number < from + count; number++) {
      SplittableRandom random = new SplittableRandom(seed + (number + 1) * 0x9E3779B97F4A7C15L);
      float[] sum = new float[features()];
      for (int i = 0; i < PARTS_OF_A_ROW; i++) {
        float[] part = parts[random.nextInt(parts.length)];
        double times = (0.5 + random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
        for (int j = 0; j < sum.length; j++) {
          sum[j] += (float) (times * part[j]);
        }
      }
      for (int j = 0; j < sum.length; j++) {
        builder.add(j, sum[j] + (float) (NOISE * random.nextGaussian()));
      }
      builder.endRow(0, 1);
    }
    return builder.build();
  }

  @Override
  public int features() {
    return parts[0].length;
  }
}
