/**
 * How fast Papilio is.
 *
 * <pre>
 *   KernelBenchmark, TransportBenchmark, AllReduceBenchmark     JMH: the parts, within one JVM
 *   Peers     the papilio command in turns with other libraries --> Report
 *   Growth    the papilio command at more and more ranks and elements --> GrowthChart
 *   Learners  learners of Papilio in turns with other programs --> LearnReport
 *             LearnTimer: those of ours that are timed in a JVM of their own
 *   WarmStart iterations of L-BFGS that an online pass saves --> WarmStartReport
 * </pre>
 */
package io.papilio.bench;
