/**
 * What a collective will cost, before it runs.
 *
 * <pre>
 *   Algorithm, size, length --> schedules of all ranks --+
 *                                                        +--> Simulator --> Price
 *   LinkModel (latency, transfer, work, cores) ----------+                    |
 *                          Corrections (measured by predicted) -------------->|
 *                                                                             v
 *                                                       Selector: the smallest of them
 * </pre>
 *
 * {@link io.papilio.core.price.StepPricer} prices a step of training in the same way.
 */
package io.papilio.core.price;
