/** A whole cluster in one thread and virtual time, for proofs by many seeds. */
package io.papilio.runtime.transport.simulated;
