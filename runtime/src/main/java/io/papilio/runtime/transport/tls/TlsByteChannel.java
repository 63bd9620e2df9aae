package io.papilio.runtime.transport.tls;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import tlschannel.NeedsReadException;
import tlschannel.NeedsWriteException;
import tlschannel.TlsChannel;

/**
 * The library's channel, with 0 where it throws "not now", and a last word to a refused peer. What
 * a stranger sends can also make the library fail as only mistakes of ours should; that is no
 * mistake of ours, and is reported like any other nonsense that a peer sends.
 */
final class TlsByteChannel implements SecureChannel {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Wire wire;
  private final SSLEngine engine;
  private final TlsChannel tls;
  private boolean established;

  /** Whether the library has records to write; a client does, to begin with. */
  private boolean holding;

  TlsByteChannel(Wire wire, SSLEngine engine, TlsChannel tls) {
    this.wire = wire;
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
    if (!wire.flush()) {
      return 0;
    }
    wire.writing(true);
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
      wire.writing(false);
    }
    return source.position() - before;
  }

  /** Goes on with the handshake; once that is through, it costs nothing. */
  private void shakeHands() throws IOException {
    try {
      tls.handshake();
      established = true;
    } catch (ClosedChannelException e) {
      if (wire.ended()) {
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
      wire.write(alert.flip());
    } catch (IOException | RuntimeException e) {
      // the reason that we throw is the one that counts
    }
  }

  @Override
  public boolean wantsWrite() {
    return holding || wire.isKeeping();
  }

  @Override
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
    wire.writing(true);
    try {
      tls.close();
    } catch (RuntimeException e) {
      wire.close();
      throw nonsense(e);
    }
  }
}
