package io.papilio.runtime.transport.tls;

import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import tlschannel.BufferAllocator;
import tlschannel.ClientTlsChannel;
import tlschannel.DirectBufferAllocator;
import tlschannel.ServerTlsChannel;
import tlschannel.TlsChannelBuilder;

/**
 * What a worker proves itself with, and whom it believes: {@linkplain TlsFiles#load loaded} once,
 * then put around each socket. Both sides speak TLS 1.3 and nothing older, and both show a
 * certificate.
 *
 * <p>A peer is trusted if the authority has signed its certificate. The name in the certificate is
 * <em>not</em> compared with the host: workers are addressed by their numbers, and membership has a
 * secret of its own. So an authority that signs for papilio should sign for nothing else.
 *
 * <p>Safe for use by many threads.
 */
public final class Tls {
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final BufferAllocator DIRECT = new DirectBufferAllocator();

  private final SSLContext context;

  Tls(SSLContext context) {
    this.context = context;
  }

  /** The side that has connected; it speaks first. The socket must not block. */
  public SecureChannel client(SocketChannel channel) {
    return client((ByteChannel) notBlocking(channel));
  }

  /** The side that has accepted. The socket must not block. */
  public SecureChannel server(SocketChannel channel) {
    return server((ByteChannel) notBlocking(channel));
  }

  SecureChannel client(ByteChannel channel) {
    TlsSocket socket = new TlsSocket(channel);
    SSLEngine engine = engine(true);
    return new SecureChannel(
        socket, engine, warm(ClientTlsChannel.newBuilder(socket, engine)).build());
  }

  SecureChannel server(ByteChannel channel) {
    TlsSocket socket = new TlsSocket(channel);
    SSLEngine engine = engine(false);
    engine.setNeedClientAuth(true);
    ServerTlsChannel.Builder builder = ServerTlsChannel.newBuilder(socket, context);
    return new SecureChannel(
        socket, engine, warm(builder.withEngineFactory(unused -> engine)).build());
  }

  /**
   * Up to three buffers of a record each, outside the heap, kept for as long as the channel is
   * open.
   */
  private static <B extends TlsChannelBuilder<B>> B warm(B builder) {
    return builder
        .withPlainBufferAllocator(DIRECT)
        .withEncryptedBufferAllocator(DIRECT)
        .withReleaseBuffers(false);
  }

  /** Without a host name a client resumes no session: each handshake checks certificates. */
  private SSLEngine engine(boolean client) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(client);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  private static SocketChannel notBlocking(SocketChannel channel) {
    if (channel.isBlocking()) {
      throw new IllegalArgumentException("TLS over a socket that blocks: " + channel);
    }
    return channel;
  }
}
