package io.papilio.core.topology;

import java.util.Arrays;
import java.util.BitSet;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * What a topology does to the values of all ranks: x after = P x before, where row i of P holds the
 * shares in rank i's new value.
 *
 * <pre>
 *   butterfly, 4 ranks     iteration 0            iteration 1           over the period
 *
 *                         1/2 1/2  .   .         1/2  .  1/2  .         1/4 1/4 1/4 1/4
 *                    P =  1/2 1/2  .   .          .  1/2  .  1/2        1/4 1/4 1/4 1/4
 *                          .   .  1/2 1/2        1/2  .  1/2  .         1/4 1/4 1/4 1/4
 *                          .   .  1/2 1/2         .  1/2  .  1/2        1/4 1/4 1/4 1/4
 *   spectral gap               0                      0                       1
 * </pre>
 *
 * Patterns that change are to be judged over their period: x_{t+1} = P_t x_t, so that later
 * matrices stand on the left of the product. Immutable.
 *
 * <p>Kadav and Kruus, "ASAP: asynchronous approximate data-parallel computation", 2016, appendix A.
 */
public final class MixingMatrix {

  /** Far above the rounding of sums over thousands of ranks, far below any share. */
  private static final double TOLERANCE = 1e-9;

  /** By receiver, then by sender. */
  private final double[][] shares;

  /** By receiver: whose share is above 0, in exact logic, where the products may round to 0. */
  private final BitSet[] senders;

  private MixingMatrix(double[][] shares, BitSet[] senders) {
    this.shares = shares;
    this.senders = senders;
  }

  /** Of one iteration. */
  public static MixingMatrix at(Topology topology, int size, int iteration) {
    Ranks.check(0, size, iteration);
    double[][] shares = new double[size][size];
    BitSet[] senders = senders(topology, size, iteration);
    for (int to = 0; to < size; to++) {
      double mean = 1.0 / senders[to].cardinality();
      for (int from : senders[to].stream().toArray()) {
        double share = topology.isWeighted() ? topology.share(from, to, size, iteration) : mean;
        shares[to][from] = share;
        senders[to].set(from, share > 0);
      }
    }
    return new MixingMatrix(shares, senders);
  }

  /** Of all iterations of one period together, beginning with iteration 0. */
  public static MixingMatrix overPeriod(Topology topology, int size) {
    MixingMatrix product = at(topology, size, 0);
    int period = topology.period(size);
    for (int iteration = 1; iteration < period; iteration++) {
      product = at(topology, size, iteration).after(product);
    }
    return product;
  }

  /** By receiver, with itself: asks each rank once, which the inverse of a topology does not. */
  private static BitSet[] senders(Topology topology, int size, int iteration) {
    BitSet[] senders = emptySets(size);
    for (int from = 0; from < size; from++) {
      senders[from].set(from);
      for (int to : topology.sendTo(from, size, iteration)) {
        senders[to].set(from);
      }
    }
    return senders;
  }

  /** This times {@code earlier}; cheap where this is sparse, as single iterations are. */
  private MixingMatrix after(MixingMatrix earlier) {
    int size = size();
    double[][] product = new double[size][size];
    BitSet[] origins = emptySets(size);
    for (int to = 0; to < size; to++) {
      for (int via : senders[to].stream().toArray()) {
        origins[to].or(earlier.senders[via]);
        for (int from = 0; from < size; from++) {
          product[to][from] += shares[to][via] * earlier.shares[via][from];
        }
      }
    }
    return new MixingMatrix(product, origins);
  }

  public int size() {
    return shares.length;
  }

  /** How much of {@code from}'s value is in {@code to}'s afterwards. */
  public double share(int to, int from) {
    return shares[to][from];
  }

  /**
   * 1 - sigma_2, the second largest singular value: 1 if all ranks hold the same afterwards, 0 if
   * some never meet. Where the matrix is doubly stochastic, the distance of all values from their
   * mean shrinks at least by the factor sigma_2; where it is not, the number only compares, and may
   * be negative. One rank has gap 1. Computed at every call, some seconds for a thousand ranks.
   */
  public double spectralGap() {
    int size = size();
    // Rank one, so sigma_2 is 0: the decomposition took half a minute to find that for 1024 ranks.
    if (Arrays.stream(shares).allMatch(row -> Arrays.equals(row, shares[0]))) {
      return 1;
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(size, size, false, false, true);
    if (!svd.decompose(new DMatrixRMaj(shares))) {
      throw new IllegalStateException("no singular values found for " + size + " ranks");
    }
    double[] sigma = Arrays.copyOf(svd.getSingularValues(), size);
    Arrays.sort(sigma);
    return 1 - sigma[size - 2];
  }

  /** Whether all rows and columns add up to 1, which is to say that the mean is kept. */
  public boolean isDoublyStochastic() {
    double[] columns = new double[size()];
    for (double[] row : shares) {
      for (int from = 0; from < row.length; from++) {
        columns[from] += row[from];
      }
      if (!isOne(Arrays.stream(row).sum())) {
        return false;
      }
    }
    return Arrays.stream(columns).allMatch(MixingMatrix::isOne);
  }

  private static boolean isOne(double sum) {
    return Math.abs(sum - 1) <= TOLERANCE;
  }

  /**
   * Whether, repeated often enough, this brings something of every rank's value to every rank.
   *
   * <p>Over a period this looks at the graph of the product, not at the union of the iterations'
   * edges. If every rank keeps something of its own, as in a plain mean, the two agree: an edge of
   * any iteration is in the product, since values can wait before and after it, and an edge of the
   * product is a path in the union. If some rank keeps nothing, a value may never be there when an
   * edge is: two ranks that swap twice have an edge each way, and end where they began. The product
   * knows, the union does not.
   */
  public boolean isStronglyConnected() {
    BitSet[] receivers = emptySets(size());
    for (int to = 0; to < size(); to++) {
      for (int from : senders[to].stream().toArray()) {
        receivers[from].set(to);
      }
    }
    return reachesAll(senders) && reachesAll(receivers);
  }

  private static boolean reachesAll(BitSet[] neighbours) {
    BitSet reached = new BitSet();
    BitSet next = new BitSet();
    next.set(0);
    while (!next.isEmpty()) {
      int rank = next.nextSetBit(0);
      reached.set(rank);
      next.or(neighbours[rank]);
      next.andNot(reached);
    }
    return reached.cardinality() == neighbours.length;
  }

  private static BitSet[] emptySets(int size) {
    BitSet[] sets = new BitSet[size];
    Arrays.setAll(sets, rank -> new BitSet(size));
    return sets;
  }
}
