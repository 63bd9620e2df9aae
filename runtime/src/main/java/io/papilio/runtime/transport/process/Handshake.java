package io.papilio.runtime.transport.process;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * How two processes convince each other that they know the same secret, before anything else is
 * said; without blocking.
 *
 * <pre>
 *   caller                                        listener
 *   magic, nonce a          ------------------>
 *                           <------------------   magic, nonce b
 *   hello, proof(a, b, hello)  --------------->
 *                           <------------------   verdict, proof(b, a, verdict)
 * </pre>
 *
 * A proof is an HMAC of those bytes with the secret as key. Nothing of a stranger's is believed,
 * and no more than {@link #MOST_BYTES} of it are kept.
 */
final class Handshake {
  static final int MOST_BYTES = 2048;
  private static final byte[] MAGIC = "PAPILIO1".getBytes(StandardCharsets.US_ASCII);
  private static final int NONCE_BYTES = 16;
  private static final byte[] CALLER = {'c'};
  private static final byte[] LISTENER = {'l'};

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Credentials credentials;
  private final boolean caller;
  private final byte[] ownNonce = new byte[NONCE_BYTES];
  private final byte[] peerNonce = new byte[NONCE_BYTES];
  private final ByteBuffer in = ByteBuffer.allocate(MOST_BYTES);
  private final ByteBuffer out = ByteBuffer.allocate(MOST_BYTES).limit(0);
  private boolean greeted;
  private boolean spoken;

  Handshake(Credentials credentials, boolean caller) {
    this.credentials = credentials;
    this.caller = caller;
    RANDOM.nextBytes(ownNonce);
    if (caller) {
      write(MAGIC, ownNonce);
    }
  }

  /**
   * Moves bytes; returns what the peer has said, or null if that is not all here yet. A caller gets
   * nothing at all to read when it is to say hello.
   */
  byte[] advance(ByteChannel channel) throws IOException {
    flush(channel);
    int count = channel.read(in);
    while (count > 0 && in.hasRemaining()) {
      count = channel.read(in); // until nothing is left that a selector may not know of
    }
    in.flip();
    byte[] body = parse();
    in.compact();
    flush(channel);
    if (body == null && count < 0) {
      throw new EOFException(lastWords());
    }
    return body;
  }

  /** Who does not believe us just hangs up: it does not say why to a stranger. */
  private String lastWords() {
    if (!greeted) {
      return "hung up without a word";
    }
    return caller ? "hung up on us: it may have another secret" : "hung up before it was done";
  }

  private byte[] parse() throws IOException {
    if (!greeted) {
      int here = Math.min(in.remaining(), MAGIC.length);
      for (int i = 0; i < here; i++) {
        if (in.get(in.position() + i) != MAGIC[i]) {
          throw new ProtocolException("does not speak our protocol");
        }
      }
      if (in.remaining() < MAGIC.length + NONCE_BYTES) {
        return null;
      }
      in.position(in.position() + MAGIC.length).get(peerNonce);
      greeted = true;
      if (!caller) {
        write(MAGIC, ownNonce);
      }
    }
    return caller && !spoken ? new byte[0] : parseBody();
  }

  /** A length, a body and its proof. */
  private byte[] parseBody() throws IOException {
    if (in.remaining() < Short.BYTES) {
      return null;
    }
    int length = in.getShort(in.position());
    if (length < 1 || length > MOST_BYTES - Short.BYTES - Credentials.PROOF_BYTES) {
      throw new ProtocolException("announced " + length + " bytes");
    }
    if (in.remaining() < Short.BYTES + length + Credentials.PROOF_BYTES) {
      return null;
    }
    byte[] body = new byte[length];
    byte[] proof = new byte[Credentials.PROOF_BYTES];
    in.getShort();
    in.get(body).get(proof);
    byte[] peer = caller ? LISTENER : CALLER;
    if (!MessageDigest.isEqual(proof, credentials.prove(peer, peerNonce, ownNonce, body))) {
      throw new WrongSecretException();
    }
    return body;
  }

  /** Queues what this side has to say. */
  void say(byte[] body) {
    byte[] own = caller ? CALLER : LISTENER;
    say(body, credentials.prove(own, ownNonce, peerNonce, body));
  }

  /**
   * To a stranger, if it listens: a proof would let it try secrets until one gives the same. It
   * cannot check who says so, and just that tells it why it is not let in.
   */
  void sayWithoutProof(byte[] body, ByteChannel channel) {
    say(body, new byte[Credentials.PROOF_BYTES]);
    try {
      flush(channel);
    } catch (IOException e) {
      return; // it has gone already
    }
  }

  private void say(byte[] body, byte[] proof) {
    spoken = true;
    byte[] length = ByteBuffer.allocate(Short.BYTES).putShort((short) body.length).array();
    write(length, body, proof);
  }

  private void write(byte[]... parts) {
    out.compact();
    for (byte[] part : parts) {
      out.put(part);
    }
    out.flip();
  }

  /** Whether everything has left. */
  boolean flush(ByteChannel channel) throws IOException {
    if (out.hasRemaining()) {
      channel.write(out);
    }
    return !out.hasRemaining();
  }

  /** Whether the other side has said anything. */
  boolean isGreeted() {
    return greeted;
  }

  boolean isFlushed() {
    return !out.hasRemaining();
  }

  /** What came behind the last thing that was said: it is the pipe's already. */
  ByteBuffer rest() {
    return in.flip();
  }

  /** The other side does not know the secret, or this one does not. */
  static final class WrongSecretException extends IOException {
    private static final long serialVersionUID = 1L;

    WrongSecretException() {
      super("has another secret");
    }
  }
}
