/**
 * How fast Papilio is.
 *
 * <pre>
 *   KernelBenchmark, TransportBenchmark, AllReduceBenchmark     JMH: the parts, within one JVM
 *   Peers     the papilio command in turns with other libraries --> Report
 *   Growth    the papilio command at more and more ranks and elements --> GrowthChart
 * </pre>
 */
package io.papilio.bench;
