package io.papilio.runtime.transport.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a process must know to take part: the name of the job, and a secret, which never travels.
 */
public record Credentials(String job, String secret) {
  private static final String ALGORITHM = "HmacSHA256";
  static final int PROOF_BYTES = 32;

  public Credentials {
    if (job.isBlank() || job.length() > 100) {
      throw new IllegalArgumentException("a job needs a name of 1 to 100 characters");
    }
    if (secret.isBlank()) {
      throw new IllegalArgumentException("the secret is empty");
    }
  }

  /** The secret is the text of a file, without white space around it. */
  public static Credentials read(String job, Path secretFile) throws IOException {
    return new Credentials(job, Files.readString(secretFile).strip());
  }

  /** A secret that nobody has guessed. */
  public static String newSecret() {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** What only somebody with the secret can say about these bytes. */
  byte[] prove(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "job " + job;
  }
}
