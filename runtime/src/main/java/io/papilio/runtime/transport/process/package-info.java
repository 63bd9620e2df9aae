/**
 * Nodes that are processes: how they find, admit and trust each other, and one transport for all of
 * them, whatever their frames travel through.
 *
 * <pre>
 *   NetTransport --Link--> Pipe: rings in shared memory, or a socket
 *                   ^ Handshake, by Credentials
 * </pre>
 */
package io.papilio.runtime.transport.process;
