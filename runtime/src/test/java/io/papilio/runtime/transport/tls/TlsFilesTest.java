package io.papilio.runtime.transport.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFilesTest {
  @TempDir private Path folder;
  private Certificates authority;

  @BeforeEach
  void makeAuthority() {
    authority = Certificates.authority(folder, "authority");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  void shouldTakeKeysOfEachKind(String algorithm) throws IOException {
    KeyPair keys = Certificates.keys(algorithm);
    greet(authority.worker("worker", keys, Certificates.tomorrow()).load());
  }

  @Test
  void shouldTakeAChainAndSeveralAuthoritiesAndTextBetween() throws IOException {
    TlsFiles files = authority.worker("worker");
    String chain = Files.readString(files.certificate()) + Files.readString(files.authority());
    Files.writeString(files.certificate(), "subject = ä, issuer = b\r\n" + chain);
    Path other = Certificates.authority(folder, "other").file();
    Path both = folder.resolve("both.pem");
    Files.writeString(both, Files.readString(other) + Files.readString(authority.file()));
    greet(new TlsFiles(files.certificate(), files.key(), both).load());
  }

  @Test
  void shouldTakeOneFileForEverything() throws IOException {
    TlsFiles files = authority.worker("worker");
    Path all = folder.resolve("all.pem");
    Files.writeString(all, Files.readString(files.key()) + Files.readString(files.certificate()));
    greet(new TlsFiles(all, all, files.authority()).load());
  }

  private static void greet(Tls tls) throws IOException {
    Pipe pipe = new Pipe(65_536);
    SecureChannel client = tls.client(pipe.left);
    SecureChannel server = tls.server(pipe.right);
    ByteBuffer target = ByteBuffer.allocate(10);
    client.write(target);
    server.read(target);
    client.read(target);
    assertEquals(5, client.write(ByteBuffer.wrap(new byte[5])));
    assertEquals(5, server.read(target));
  }

  @Test
  void shouldNameAMissingFile() {
    TlsFiles files = authority.worker("worker");
    Path none = folder.resolve("none.pem");
    assertRefused(new TlsFiles(none, files.key(), files.authority()), none, "no such file");
    assertRefused(new TlsFiles(files.certificate(), none, files.authority()), none, "no such file");
    assertRefused(new TlsFiles(files.certificate(), files.key(), none), none, "no such file");
    assertRefused(new TlsFiles(folder, files.key(), files.authority()), folder, "cannot be read");
  }

  @Test
  void shouldNameAFileWithoutACertificate() {
    TlsFiles files = authority.worker("worker");
    Path key = files.key();
    assertRefused(new TlsFiles(key, key, files.authority()), key, "no certificate");
    assertRefused(new TlsFiles(files.certificate(), key, key), key, "no certificate");
  }

  @Test
  void shouldNameADamagedCertificate() {
    TlsFiles files = authority.worker("worker");
    Certificates.write(files.authority(), "CERTIFICATE", new byte[] {0x30, 1, 2, 3});
    assertRefused(files, files.authority(), "damaged");
  }

  @Test
  void shouldNameAChainThatIsNone() throws IOException {
    TlsFiles files = authority.worker("worker");
    TlsFiles other = authority.worker("other");
    Files.writeString(
        files.certificate(),
        Files.readString(files.certificate()) + Files.readString(other.certificate()));
    assertRefused(files, files.certificate(), "chain");
  }

  @ParameterizedTest
  @CsvSource({
    "RSA PRIVATE KEY, RSA PRIVATE KEY is not PKCS#8",
    "EC PRIVATE KEY, openssl pkcs8 -topk8 -nocrypt -in ",
    "ENCRYPTED PRIVATE KEY, encrypted",
    "OPENSSH PRIVATE KEY, no private key",
    "CERTIFICATE, no private key",
    "PRIVATE KEY, not the key"
  })
  void shouldNameAKeyThatItCannotRead(String label, String reason) {
    TlsFiles files = authority.worker("worker");
    Certificates.write(files.key(), label, new byte[] {0x30, 1, 2});
    assertRefused(files, files.key(), reason);
  }

  @Test
  void shouldFindTheKeyBehindTheParametersOfItsCurve() throws IOException {
    TlsFiles files = authority.worker("worker");
    Path parameters = folder.resolve("parameters.pem");
    Certificates.write(parameters, "EC PARAMETERS", new byte[] {6, 1, 2});
    Files.writeString(files.key(), Files.readString(parameters) + Files.readString(files.key()));
    greet(files.load());
  }

  @ParameterizedTest
  @CsvSource({"EC, EC", "RSA, RSA", "Ed25519, Ed25519", "EC, Ed25519", "Ed25519, EC"})
  void shouldNameAKeyOfAnotherCertificate(String mine, String another) {
    KeyPair keys = Certificates.keys(mine);
    TlsFiles files = authority.worker("worker", keys, Certificates.tomorrow());
    Certificates.write(
        files.key(), "PRIVATE KEY", Certificates.keys(another).getPrivate().getEncoded());
    assertRefused(files, files.key(), "not the key of the certificate " + files.certificate());
  }

  @ParameterizedTest
  @CsvSource({"RSA, 1024", "EC, 384"})
  void shouldNameAKeyOfAnotherSize(String algorithm, int bits) throws GeneralSecurityException {
    KeyPair keys = Certificates.keys(algorithm);
    TlsFiles files = authority.worker("worker", keys, Certificates.tomorrow());
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(bits);
    byte[] another = generator.generateKeyPair().getPrivate().getEncoded();
    Certificates.write(files.key(), "PRIVATE KEY", another);
    assertRefused(files, files.key(), "not the key of the certificate");
  }

  @Test
  void shouldSayUntilWhenACertificateWasValid() {
    Instant until = Instant.now().minus(1, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.SECONDS);
    TlsFiles files = authority.worker("worker", Certificates.keys("EC"), until);
    assertRefused(files, files.certificate(), "expired, it was valid until " + until);
  }

  private static void assertRefused(TlsFiles files, Path file, String reason) {
    String message = assertThrows(IllegalArgumentException.class, files::load).getMessage();
    assertTrue(message.startsWith(file + ": "), message);
    assertTrue(message.contains(reason), message);
  }
}
