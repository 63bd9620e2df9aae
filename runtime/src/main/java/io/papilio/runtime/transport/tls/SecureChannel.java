package io.papilio.runtime.transport.tls;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import tlschannel.NeedsReadException;
import tlschannel.NeedsWriteException;
import tlschannel.TlsChannel;

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
 *
 * <p>It is the library's channel, with 0 where that throws "not now", and a last word to a refused
 * peer. What a stranger sends can make the library fail as only mistakes of ours should; that is
 * reported like any other nonsense that a peer sends.
 */
public final class SecureChannel implements ByteChannel {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final TlsSocket socket;
  private final SSLEngine engine;
  private final TlsChannel tls;
  private boolean established;

  /** Whether the library has records to write; a client does, to begin with. */
  private boolean holding;

  SecureChannel(TlsSocket socket, SSLEngine engine, TlsChannel tls) {
    this.socket = socket;
    this.engine = engine;
    this.tls = tls;
    this.holding = engine.getUseClientMode();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    try {
      shakeHands();
      return tls.read(target);
    } catch (NeedsReadException e) {
      return 0;
    } catch (SSLException e) {
      sayWhy();
      throw e;
    } catch (RuntimeException e) {
      throw nonsense(e);
    }
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int before = source.position();
    if (!socket.flush()) {
      return 0;
    }
    socket.writing(true);
    try {
      shakeHands();
      tls.write(source);
      holding = false;
    } catch (NeedsReadException e) {
      holding = false;
    } catch (NeedsWriteException e) { // but some of the source may be in the record that is held
      holding = true;
    } catch (SSLException e) {
      sayWhy();
      throw e;
    } catch (RuntimeException e) {
      throw nonsense(e);
    } finally {
      socket.writing(false);
    }
    return source.position() - before;
  }

  /** Goes on with the handshake; once that is through, it costs nothing. */
  private void shakeHands() throws IOException {
    try {
      tls.handshake();
      established = true;
    } catch (ClosedChannelException e) {
      if (socket.ended()) {
        throw new EOFException("the peer has hung up during the TLS handshake");
      }
      throw e;
    }
  }

  private static SSLException nonsense(RuntimeException e) {
    return new SSLException("sent what TLS cannot make sense of: " + e.getMessage(), e);
  }

  /** The library drops the alert that tells the peer what is wrong. It goes if it can go now. */
  private void sayWhy() {
    try {
      ByteBuffer alert = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      engine.wrap(NOTHING.duplicate(), alert);
      socket.write(alert.flip());
    } catch (IOException | RuntimeException e) {
      // the reason that we throw is the one that counts
    }
  }

  /** Whether bytes of the TLS layer itself wait for the socket to become writable. */
  public boolean wantsWrite() {
    return holding || socket.isKeeping();
  }

  /**
   * Whether this side has finished the handshake; before, nothing that is written is taken. A
   * server then knows its client; a client may yet be told, by a later read, that it is refused.
   */
  public boolean established() {
    return established;
  }

  @Override
  public boolean isOpen() {
    return tls.isOpen();
  }

  /** Says goodbye, if the socket takes it now, and closes the socket. */
  @Override
  public void close() throws IOException {
    socket.writing(true);
    try {
      tls.close();
    } catch (RuntimeException e) {
      socket.close();
      throw nonsense(e);
    }
  }
}
