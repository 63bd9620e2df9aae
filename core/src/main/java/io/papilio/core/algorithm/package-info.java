/**
 * One collective algorithm a file, each a pure function from (rank, size, length) to a schedule.
 *
 * <pre>
 *   all-reduce       butterfly  halving-doubling  mixed-radix  reduce-broadcast  ring  tree
 *   reduce-scatter   mixed-radix  ring              all-gather   mixed-radix  ring
 *   reduce           binomial                       broadcast    binomial
 *   barrier          dissemination
 * </pre>
 *
 * Larger ones are put together from smaller: a broadcast is a reduce backwards, and an all-gather a
 * reduce-scatter; ring and mixed-radix are a reduce-scatter, then an all-gather; reduce-broadcast
 * is what it says; halving-doubling is mixed-radix with all degrees 2.
 */
package io.papilio.core.algorithm;
