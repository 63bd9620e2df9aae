package io.papilio.runtime.transport.tls;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.tls.Talker.Plan;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over sockets of this machine, with a selector. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsTest {
  private static final Plan LITTLE = new Plan(10, 10, Integer.MAX_VALUE, 100);
  private static final long PATIENCE_MILLIS = 5_000;

  @TempDir private Path folder;
  private final List<Talker> talkers = new ArrayList<>();
  private Certificates authority;
  private Tls tls;
  private Selector selector;
  private ServerSocketChannel listener;

  @BeforeEach
  void open() throws IOException {
    authority = Certificates.authority(folder, "authority");
    tls = authority.worker("server").load();
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void close() throws IOException {
    for (Talker talker : talkers) {
      talker.channel().close();
    }
    selector.close();
    listener.close();
  }

  private Talker client(Tls with, Plan plan) throws IOException {
    SocketChannel socket = SocketChannel.open(address());
    socket.configureBlocking(false);
    return register(socket, new Talker(with.client(socket), 7, plan));
  }

  private Talker server(Plan plan) throws IOException {
    SocketChannel socket = listener.accept();
    socket.configureBlocking(false);
    return register(socket, new Talker(tls.server(socket), ~7, plan));
  }

  private SocketAddress address() throws IOException {
    return listener.getLocalAddress();
  }

  private Talker register(SocketChannel socket, Talker talker) throws IOException {
    socket.register(selector, 0, talker);
    talkers.add(talker);
    return talker;
  }

  /** Lets everybody talk until all are done. */
  private void talk() throws IOException {
    while (true) {
      boolean done = true;
      for (SelectionKey key : selector.keys()) {
        Talker talker = (Talker) key.attachment();
        key.interestOps(
            SelectionKey.OP_READ | (talker.waitsForWritable() ? SelectionKey.OP_WRITE : 0));
        done &= talker.isDone() || talker.hasEnded();
      }
      if (done) {
        return;
      }
      assertTrue(selector.select(PATIENCE_MILLIS) > 0, "nothing happens: " + selector.keys());
      for (SelectionKey key : selector.selectedKeys()) {
        turn(key);
      }
      selector.selectedKeys().clear();
    }
  }

  private static void turn(SelectionKey key) throws IOException {
    Talker talker = (Talker) key.attachment();
    if (key.isReadable()) {
      talker.onReadable();
    }
    if (key.isWritable()) {
      talker.onWritable();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 65_536, 1_048_576})
  void shouldCarryMegabytesBothWays(int chunk) throws IOException {
    Plan plan = new Plan(5_000_000, 3_000_000, Integer.MAX_VALUE, chunk);
    Talker client = client(authority.worker("client").load(), plan);
    Talker server = server(plan.ofPeer());
    talk();
    assertTrue(client.isDone() && server.isDone());
  }

  @Test
  void shouldCarryMegabytesThroughSmallSockets() throws IOException {
    listener.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
    Plan plan = new Plan(1_000_000, 1_000_000, Integer.MAX_VALUE, 50_000);
    client(tls, plan);
    server(plan.ofPeer());
    for (SelectionKey key : selector.keys()) {
      ((SocketChannel) key.channel()).setOption(StandardSocketOptions.SO_SNDBUF, 4_096);
    }
    talk();
  }

  @Test
  void shouldServeManyAtOnce() throws IOException {
    for (int i = 0; i < 10; i++) {
      Plan plan = new Plan(50_000 + i, 70_000 - i, 20_000, 30_000);
      client(tls, plan);
      server(plan.ofPeer());
    }
    talk();
  }

  @Test
  void shouldRefuseASocketThatBlocks() throws IOException {
    try (SocketChannel socket = SocketChannel.open(address())) {
      assertThrows(IllegalArgumentException.class, () -> tls.client(socket));
      assertThrows(IllegalArgumentException.class, () -> tls.server(socket));
    }
  }

  @Test
  void shouldRefuseAClientWithoutACertificate() throws Exception {
    CompletableFuture<IOException> client = secureClient("TLSv1.3");
    assertRefused("certificate");
    IOException said = client.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    assertTrue(said.getMessage().contains("certificate"), said.toString());
  }

  @Test
  void shouldRefuseAnOlderProtocol() throws Exception {
    CompletableFuture<IOException> client = secureClient("TLSv1.2");
    assertRefused("TLSv1.2");
    IOException said = client.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    assertTrue(said.getMessage().contains("protocol_version"), said.toString());
  }

  @Test
  void shouldRefuseAClientOfAnotherAuthority() throws IOException {
    TlsFiles other = stranger("stranger");
    Talker client =
        client(new TlsFiles(other.certificate(), other.key(), authority.file()).load(), LITTLE);
    assertRefused("certificate");
    IOException said = assertThrows(IOException.class, () -> listen(client));
    assertTrue(said.getMessage().contains("certificate"), said.toString());
  }

  /** It goes by the same name, so only the signature gives it away. */
  @Test
  void shouldRefuseAClientOfAForgedAuthority() throws IOException {
    TlsFiles other = stranger("authority");
    Talker client =
        client(new TlsFiles(other.certificate(), other.key(), authority.file()).load(), LITTLE);
    assertRefused("PKIX path");
    IOException said = assertThrows(IOException.class, () -> listen(client));
    assertTrue(said.getMessage().contains("certificate"), said.toString());
  }

  @Test
  void shouldRefuseAServerOfAnotherAuthority() throws IOException {
    client(stranger("stranger").load(), LITTLE);
    Talker server = server(LITTLE);
    IOException said = assertThrows(IOException.class, this::talk);
    assertTrue(said.getMessage().contains("PKIX path"), said.toString());
    said = assertThrows(IOException.class, () -> listen(server));
    assertTrue(said.getMessage().contains("certificate"), said.toString());
  }

  private TlsFiles stranger(String authorityName) throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    return Certificates.authority(elsewhere, authorityName).worker("client");
  }

  @Test
  void shouldRefusePlainText() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address());
      OutputStream out = socket.getOutputStream();
      out.write("GET / HTTP/1.1\r\nHost: worker\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertRefused("SSL message");
    }
  }

  @Test
  void shouldSayThatAClientHungUp() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address());
      socket.getOutputStream().write(new byte[] {0x16, 3, 1});
    }
    Talker server = server(LITTLE);
    assertThrows(EOFException.class, this::talk);
    assertFalse(server.channel().established());
  }

  /** The server finds out, before it has taken the client for one of its own. */
  private void assertRefused(String reason) throws IOException {
    Talker server = server(LITTLE);
    IOException said = assertThrows(IOException.class, this::talk);
    assertTrue(said.getMessage().contains(reason), said.toString());
    assertFalse(server.channel().established());
  }

  /** What a side is told that is not the first to find out. */
  private void listen(Talker talker) throws IOException {
    for (SelectionKey key : selector.keys()) {
      if (key.attachment() != talker) {
        key.cancel();
      }
    }
    selector.selectNow(); // forgets the others
    selector.selectedKeys().clear();
    talk();
  }

  /** One that knows the authority but shows no certificate; tells what happened to it. */
  private CompletableFuture<IOException> secureClient(String protocol)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (var in = Files.newInputStream(authority.file())) {
      trusted.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.setEnabledProtocols(new String[] {protocol});
    socket.setSoTimeout((int) PATIENCE_MILLIS);
    socket.connect(address());
    return CompletableFuture.supplyAsync(
        () -> {
          try (socket) {
            socket.startHandshake();
            throw new AssertionError("read " + socket.getInputStream().read());
          } catch (IOException e) {
            return e;
          }
        });
  }
}
