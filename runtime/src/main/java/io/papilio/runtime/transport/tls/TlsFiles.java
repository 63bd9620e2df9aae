package io.papilio.runtime.transport.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The PEM files of a worker. Whatever is wrong with them is an {@link IllegalArgumentException}
 * that names the file, and comes before the first connection does.
 *
 * @param certificate this worker's certificate, followed by those that lead to its authority
 * @param key the private key of that certificate: PKCS#8, not encrypted
 * @param authority one certificate or more, by one of which each peer's must be signed
 */
public record TlsFiles(Path certificate, Path key, Path authority) {
  /** The key store is in memory only. */
  private static final char[] NO_PASSWORD = {};

  public Tls load() {
    List<X509Certificate> chain = certificates(certificate);
    List<X509Certificate> authorities = certificates(authority);
    checkDates(chain.get(0));
    PrivateKey privateKey = privateKey(chain.get(0).getPublicKey());
    try {
      return new Tls(context(privateKey, chain, authorities));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(certificate + ": cannot be used: " + e.getMessage(), e);
    }
  }

  private static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Pem block : Pem.read(file)) {
      if (block.label().equals("CERTIFICATE")) {
        certificates.add(certificate(file, block));
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(file + ": there is no certificate in it");
    }
    return certificates;
  }

  private static X509Certificate certificate(Path file, Pem block) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(block.content()));
    } catch (CertificateException e) {
      throw new IllegalArgumentException(file + ": a certificate in it is damaged", e);
    }
  }

  private void checkDates(X509Certificate own) {
    try {
      own.checkValidity();
    } catch (CertificateExpiredException e) {
      throw new IllegalArgumentException(
          certificate + ": expired, it was valid until " + own.getNotAfter().toInstant(), e);
    } catch (CertificateNotYetValidException e) {
      throw new IllegalArgumentException(
          certificate + ": not valid before " + own.getNotBefore().toInstant(), e);
    }
  }

  /** The key of the file, if it is the other half of {@code publicKey}. */
  private PrivateKey privateKey(PublicKey publicKey) {
    String algorithm = publicKey.getAlgorithm();
    byte[] content = keyContent();
    try {
      PrivateKey privateKey =
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
      if (!arePair(privateKey, publicKey)) {
        throw new IllegalArgumentException(key + ": not the key of the certificate " + certificate);
      }
      return privateKey;
    } catch (InvalidKeySpecException e) {
      throw new IllegalArgumentException(
          "%s: not the key of the certificate %s, which has a key for %s"
              .formatted(key, certificate, algorithm),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "%s: a key for %s cannot be used: %s".formatted(key, algorithm, e.getMessage()), e);
    }
  }

  private byte[] keyContent() {
    List<Pem> blocks = Pem.read(key);
    for (Pem block : blocks) {
      switch (block.label()) {
        case "PRIVATE KEY":
          return block.content();
        case "ENCRYPTED PRIVATE KEY":
          throw new IllegalArgumentException(
              "%1$s: the key is encrypted; decrypt it with: openssl pkcs8 -in %1$s -out %1$s.pkcs8"
                  .formatted(key));
        case "RSA PRIVATE KEY", "EC PRIVATE KEY":
          throw new IllegalArgumentException(
              ("%1$s: %2$s is not PKCS#8; convert it with:"
                      + " openssl pkcs8 -topk8 -nocrypt -in %1$s -out %1$s.pkcs8")
                  .formatted(key, block.label()));
        default: // a certificate, or the parameters of a curve
      }
    }
    throw new IllegalArgumentException(
        "%s: there is no private key in it, its blocks are %s"
            .formatted(key, blocks.stream().map(Pem::label).toList()));
  }

  /** Whether what one key signs is what the other believes. */
  private static boolean arePair(PrivateKey privateKey, PublicKey publicKey)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (privateKey.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> privateKey.getAlgorithm();
            });
    byte[] text = "papilio".getBytes(StandardCharsets.US_ASCII);
    signature.initSign(privateKey);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(text);
    try {
      return signature.verify(signed);
    } catch (SignatureException e) { // of another length
      return false;
    }
  }

  private static SSLContext context(
      PrivateKey privateKey, List<X509Certificate> chain, List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance("PKCS12");
    own.load(null, NO_PASSWORD);
    own.setKeyEntry("own", privateKey, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, NO_PASSWORD);

    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, NO_PASSWORD);
    for (int i = 0; i < authorities.size(); i++) {
      trusted.setCertificateEntry("authority" + i, authorities.get(i));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);

    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
