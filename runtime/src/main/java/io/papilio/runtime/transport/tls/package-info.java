/**
 * Mutual TLS 1.3 over sockets that do not block.
 *
 * <pre>
 *   PEM files --load--> Tls --client, server--> SecureChannel      what a selector's user holds
 *                                                    |             plain bytes
 *                                               tls-channel        the library, over SSLEngine
 *                                                    |             records
 *                                                TlsSocket          keeps reading and writing apart
 *                                                    |
 *                                              SocketChannel
 * </pre>
 *
 * TLS mixes both directions: a handshake or a change of keys makes a reader write, and a writer
 * read. A selector tells of one direction at a time, so that mixture is where bytes get stuck. Here
 * it ends at the wire: a read never waits for the socket to become writable, and a write takes
 * nothing from the socket that a reader would then not be told of.
 */
package io.papilio.runtime.transport.tls;
