package io.papilio.runtime.transport.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate authority for tests, in a folder: its certificate, and the files of the workers
 * that it has signed. Certificates are written byte by byte, as the JDK's only tool for them needs
 * a process for each; this takes milliseconds.
 */
public final class Certificates {
  static {
    // The JDK changes keys after 2^37 bytes. It reads this once, so here, before any TLS is made.
    Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^17");
  }

  private static final byte[] ECDSA_WITH_SHA256 = hex("300a06082a8648ce3d040302");
  private static final byte[] IS_AUTHORITY = hex("300f0603551d130101ff040530030101ff");
  private static final byte[] IS_NO_AUTHORITY = hex("300c0603551d130101ff04023000");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path folder;
  private final Path file;
  private final X500Principal name;
  private final PrivateKey key;

  private Certificates(Path folder, String name, KeyPair keys) {
    this.folder = folder;
    this.file = folder.resolve(name + ".pem");
    this.name = new X500Principal("CN=" + name);
    this.key = keys.getPrivate();
    write(file, "CERTIFICATE", sign(this.name, keys.getPublic(), tomorrow(), IS_AUTHORITY));
  }

  /** A new authority; its certificate is {@code <name>.pem} in the folder. */
  public static Certificates authority(Path folder, String name) {
    return new Certificates(folder, name, keys("EC"));
  }

  /** The authority's own certificate. */
  public Path file() {
    return file;
  }

  /** Files for a worker: {@code <worker>.pem} and {@code <worker>.key}, signed until tomorrow. */
  public TlsFiles worker(String worker) {
    return worker(worker, keys("EC"), tomorrow());
  }

  /** The same, with keys and an end of the caller's choice. */
  public TlsFiles worker(String worker, KeyPair keys, Instant until) {
    Path certificate = folder.resolve(worker + ".pem");
    Path keyFile = folder.resolve(worker + ".key");
    X500Principal subject = new X500Principal("CN=" + worker);
    write(certificate, "CERTIFICATE", sign(subject, keys.getPublic(), until, IS_NO_AUTHORITY));
    write(keyFile, "PRIVATE KEY", keys.getPrivate().getEncoded());
    return new TlsFiles(certificate, keyFile, file);
  }

  /** New keys of an algorithm: EC, RSA, Ed25519. */
  public static KeyPair keys(String algorithm) {
    try {
      return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static Instant tomorrow() {
    return Instant.now().plus(1, ChronoUnit.DAYS);
  }

  static void write(Path file, String label, byte[] content) {
    String base64 = Base64.getMimeEncoder().encodeToString(content);
    try {
      Files.writeString(
          file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** RFC 5280, section 4.1; valid from a year ago. */
  private byte[] sign(X500Principal subject, PublicKey of, Instant until, byte[] extension) {
    byte[] toBeSigned =
        sequence(
            der(0xa0, hex("020102")), // version 3
            der(0x02, new BigInteger(64, new SecureRandom()).toByteArray()),
            ECDSA_WITH_SHA256,
            name.getEncoded(),
            sequence(time(Instant.now().minus(365, ChronoUnit.DAYS)), time(until)),
            subject.getEncoded(),
            of.getEncoded(),
            der(0xa3, sequence(extension)));
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      signature.update(toBeSigned);
      byte[] bits = signature.sign();
      return sequence(toBeSigned, ECDSA_WITH_SHA256, der(0x03, new byte[1], bits));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] time(Instant time) {
    return der(0x17, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] sequence(byte[]... parts) {
    return der(0x30, parts);
  }

  /** Tag, length, content. */
  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(tag);
    if (content.size() >= 0x100) {
      all.write(0x82); // two bytes of length follow
      all.write(content.size() >> 8);
    } else if (content.size() >= 0x80) {
      all.write(0x81); // one byte
    }
    all.write(content.size());
    all.writeBytes(content.toByteArray());
    return all.toByteArray();
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
