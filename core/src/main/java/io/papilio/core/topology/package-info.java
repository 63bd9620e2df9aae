/**
 * Mixing patterns as functions.
 *
 * <pre>
 *   Topology --(rank, size, iteration)--> whom I send to
 *                                            |
 *             +-------------------+----------+---------+------------------+
 *       receiveFrom,         MixingMatrix:          run by            drawn by
 *       the inverse          spectral gap,          a mixer        TopologyPicture
 *                               checks
 *
 *   one message      butterfly  ring  chain (open)       log2 N   halton
 *   two messages     expander                            N - 1    complete
 *   hub and tree     star  tree                          a file   EdgeList
 * </pre>
 *
 * Everything here is a pure value or a pure function: no threads, clocks, sockets or files.
 */
package io.papilio.core.topology;
