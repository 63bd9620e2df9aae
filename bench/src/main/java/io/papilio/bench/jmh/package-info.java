/** The parts of Papilio by themselves, timed within one JVM by JMH. */
package io.papilio.bench.jmh;
