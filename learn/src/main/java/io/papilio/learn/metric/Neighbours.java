package io.papilio.learn.metric;

import java.util.Arrays;

/**
 * Tells the class of a point from those of the K known points next to it: the class that most of
 * them have; of several such, the one that the nearest of their points has.
 *
 * <pre>
 *   distance   1  2  3  4  5         K = 5: a and b have two each, and b is nearer
 *   class      b  a  c  a  b         K = 4: a
 * </pre>
 *
 * Of points at the same distance the one that was given first is nearer. Every distance is
 * computed: blocks of known points that stay in the caches, against all queries.
 *
 * <pre>
 *   block   | x of its points | y of its points | ...      (x − q.x)² goes to all distances, then y
 * </pre>
 *
 * Nothing changes after construction: threads may share it, each with queries of its own.
 */
public final class Neighbours {
  private static final int BLOCK_POINTS = 1024;
  private static final int LANES = 4; // coordinates in a pass

  private final int k;
  private final int dimensions;
  private final int groups; // of so many coordinates; the last is filled up with zeros
  private final float[][][][] blocks; // by block, group, coordinate within it, point
  private final int[] classes;

  /** Known points, one after the other, of any dimension, and their classes. */
  public Neighbours(float[] points, int[] classes, int k) {
    int count = classes.length;
    if (k < 1 || count == 0 || points.length == 0 || points.length % count != 0) {
      throw new IllegalArgumentException(
          "%d neighbours, %d classes, %d coordinates".formatted(k, count, points.length));
    }
    this.k = Math.min(k, count);
    this.dimensions = points.length / count;
    this.classes = classes.clone();
    this.groups = (dimensions + LANES - 1) / LANES;
    this.blocks = new float[(count + BLOCK_POINTS - 1) / BLOCK_POINTS][][][];
    for (int block = 0; block < blocks.length; block++) {
      int first = block * BLOCK_POINTS;
      int size = Math.min(BLOCK_POINTS, count - first);
      blocks[block] = new float[groups][LANES][size];
      for (int i = 0; i < size * dimensions; i++) {
        int d = i % dimensions;
        blocks[block][d / LANES][d % LANES][i / dimensions] = points[first * dimensions + i];
      }
    }
  }

  /** Returns the share of points whose classes are told right. */
  public double accuracy(float[] queries, int[] trueClasses) {
    int[] told = classes(queries);
    if (told.length != trueClasses.length || told.length == 0) {
      throw new IllegalArgumentException(
          "%d queries, %d classes".formatted(told.length, trueClasses.length));
    }
    int right = 0;
    for (int i = 0; i < told.length; i++) {
      right += told[i] == trueClasses[i] ? 1 : 0;
    }
    return (double) right / told.length;
  }

  /**
   * The class of each point.
   *
   * @throws IllegalArgumentException if a point has a coordinate that is not a number
   */
  public int[] classes(float[] queries) {
    if (queries.length % dimensions != 0) {
      throw new IllegalArgumentException(
          "%d coordinates of points of %d".formatted(queries.length, dimensions));
    }
    int count = queries.length / dimensions;
    Nearest[] nearest = new Nearest[count];
    Arrays.setAll(nearest, i -> new Nearest(k));
    float[] distances = new float[BLOCK_POINTS];
    float[] query = new float[groups * LANES];
    for (int block = 0; block < blocks.length; block++) {
      for (int i = 0; i < count; i++) {
        System.arraycopy(queries, i * dimensions, query, 0, dimensions);
        Arrays.fill(distances, 0);
        for (int group = 0; group < groups; group++) {
          add(blocks[block][group], query, group * LANES, distances);
        }
        nearest[i].add(distances, blocks[block][0][0].length, block * BLOCK_POINTS);
      }
    }
    int[] told = new int[count];
    for (int i = 0; i < count; i++) {
      if (nearest[i].size < k) {
        throw new IllegalArgumentException("distances of query %d are no numbers".formatted(i));
      }
      told[i] = vote(nearest[i].points);
    }
    return told;
  }

  /** A loop with one index for all arrays, so that it can become vector instructions. */
  private static void add(float[][] group, float[] query, int d, float[] distances) {
    float[] x = group[0];
    float[] y = group[1];
    float[] z = group[2];
    float[] w = group[3];
    float qx = query[d];
    float qy = query[d + 1];
    float qz = query[d + 2];
    float qw = query[d + 3];
    for (int i = 0; i < x.length; i++) {
      float dx = x[i] - qx;
      float dy = y[i] - qy;
      float dz = z[i] - qz;
      float dw = w[i] - qw;
      distances[i] += (dx * dx + dy * dy) + (dz * dz + dw * dw);
    }
  }

  /** Returns the class of most of these points, which are sorted by distance. */
  private int vote(int[] points) {
    int best = 0;
    int most = 0;
    for (int i = 0; i < points.length; i++) {
      int votes = 0;
      for (int point : points) {
        votes += classes[point] == classes[points[i]] ? 1 : 0;
      }
      if (votes > most) {
        most = votes;
        best = classes[points[i]];
      }
    }
    return best;
  }

  private static final class Nearest {
    private final float[] distances;
    private final int[] points;
    private int size;

    Nearest(int k) {
      distances = new float[k];
      points = new int[k];
      Arrays.fill(distances, Float.POSITIVE_INFINITY);
    }

    void add(float[] others, int count, int first) {
      float farthest = distances[distances.length - 1];
      for (int i = 0; i < count; i++) {
        if (others[i] < farthest) {
          insert(others[i], first + i);
          farthest = distances[distances.length - 1];
        }
      }
    }

    private void insert(float distance, int point) {
      size = Math.min(size + 1, points.length);
      int at = size - 1;
      for (; at > 0 && distances[at - 1] > distance; at--) {
        distances[at] = distances[at - 1];
        points[at] = points[at - 1];
      }
      distances[at] = distance;
      points[at] = point;
    }
  }
}
