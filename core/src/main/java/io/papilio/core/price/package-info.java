/**
 * What a collective will cost, before it runs.
 *
 * <pre>
 *   Algorithm, size, length --> schedules of all ranks --+
 *                                                        +--> Simulator --> Price
 *   LinkModel (latency, transfer, work, cores) ----------+                    |
 *                                                                             v
 *                                                       Selector: the smallest of them
 * </pre>
 */
package io.papilio.core.price;
