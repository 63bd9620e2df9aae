/**
 * Mixing: averaging with the neighbours of a topology, under a consistency, of any payload.
 *
 * <pre>
 *   Mixer = Topology (with whom) x Gate of a Consistency (when) x Payload (what)
 *         over an Exchange: mailboxes (the newest only) or a queue (none is lost)
 * </pre>
 */
package io.papilio.runtime.mixing;
