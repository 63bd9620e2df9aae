/**
 * How bytes get from one node to another, and nothing about why.
 *
 * <pre>{@code
 * node 0                                 node 1
 * send(message)   ----- DATA lane -----> poll -> onMessage(message)
 *                  ---- CONTROL lane -->           ...
 * poll -> onReleased(message) <--------- message.release()
 * put(1, version, elements) -----------> mailbox(0).read(...)
 * }</pre>
 *
 * {@code local} connects threads of one JVM, {@code process} processes of one host or several,
 * {@code simulated} a whole cluster in one thread and virtual time. All pass the same contract
 * test.
 */
package io.papilio.runtime.transport;
