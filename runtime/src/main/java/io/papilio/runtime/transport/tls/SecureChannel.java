package io.papilio.runtime.transport.tls;

import java.nio.channels.ByteChannel;

/**
 * Encrypted bytes over a socket that does not block, for one thread at a time. It is used as the
 * socket itself would be, with a selector: {@code read} and {@code write} move what they can and
 * return 0 if that is nothing; {@code read} returns -1 at the end of the stream. A peer that is
 * refused, refuses us, or does not speak TLS is an {@link java.io.IOException}, and the channel is
 * of no more use.
 *
 * <p>The handshake is made by reads and writes on the way, so these are the rules:
 *
 * <ul>
 *   <li>When the socket is readable, read until 0. What is decrypted but not read is nothing that a
 *       selector knows of. A read into a full buffer is 0, too, and says nothing.
 *   <li>Wait for the socket to become writable while {@link #wantsWrite}, or while there is
 *       something to write and the channel is {@link #established}; then write, an empty buffer if
 *       there is nothing to say. Ask after each read: it may have changed either.
 * </ul>
 *
 * <p>A peer that says nothing keeps the handshake waiting for ever: the user has the deadline. A
 * stream that ends without TLS's own goodbye ends as others do, with -1, so a user who has to know
 * that everything came says so in the stream.
 */
public interface SecureChannel extends ByteChannel {
  /** Whether bytes of the TLS layer itself wait for the socket to become writable. */
  boolean wantsWrite();

  /**
   * Whether this side has finished the handshake; before, nothing that is written is taken. A
   * server then knows its client; a client may yet be told, by a later read, that it is refused.
   */
  boolean established();
}
