/**
 * The commands that look at all-reduce algorithms and topologies: {@code graph}, {@code
 * algorithms}, {@code plan}, {@code bench allreduce} and {@code lab reduces}.
 */
package io.papilio.cli.collective;
