package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What proves that somebody knows the secret, and what does not. */
class CredentialsTest {
  @TempDir private Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String proof(String secret, String... parts) {
    byte[][] all = new byte[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      all[i] = bytes(parts[i]);
    }
    return HexFormat.of().formatHex(new Credentials("job", secret).prove(all));
  }

  /** The second test case of RFC 4231, whose key is a text. */
  @Test
  void shouldBeTheUsualHmac() {
    assertEquals(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        proof("Jefe", "what do ya want ", "for nothing?"));
  }

  @Test
  void shouldDifferForEveryDifference() {
    Set<String> proofs = new HashSet<>();
    int count = 0;
    for (String secret : new String[] {"a", "b", "A", "aa", "geheim", "geheim2"}) {
      for (String nonce : new String[] {"0000", "0001", "1000"}) {
        for (String body : new String[] {"", "x", "y", "xy"}) {
          for (String side : new String[] {"c", "l"}) {
            assertTrue(proofs.add(proof(secret, side, nonce, body)));
            count++;
          }
        }
      }
    }
    assertEquals(count, proofs.size());
    assertArrayEquals(
        new Credentials("one", "s").prove(bytes("x")),
        new Credentials("two", "s").prove(bytes("x")));
  }

  @Test
  void shouldReadTheSecretOfAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "  open sesame\r\n\n");
    assertArrayEquals(
        new Credentials("j", "open sesame").prove(bytes("x")),
        Credentials.read("j", file).prove(bytes("x")));
    assertThrows(NoSuchFileException.class, () -> Credentials.read("j", folder.resolve("none")));
    Path empty = Files.writeString(folder.resolve("empty"), " \n");
    assertThrows(IllegalArgumentException.class, () -> Credentials.read("j", empty));
  }

  @Test
  void shouldRefuseWhatProtectsNothing() {
    for (String job : new String[] {"", "  ", "j".repeat(101)}) {
      assertThrows(IllegalArgumentException.class, () -> new Credentials(job, "s"));
    }
    for (String secret : new String[] {"", " ", "\n"}) {
      assertThrows(IllegalArgumentException.class, () -> new Credentials("j", secret));
    }
    assertEquals("j".repeat(100), new Credentials("j".repeat(100), "s").job());
  }

  @Test
  void shouldMakeNewSecretsAndTellThemToNobody() {
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      String secret = Credentials.newSecret();
      assertTrue(secret.matches("[0-9a-f]{64}"), secret);
      assertTrue(secrets.add(secret));
      Credentials credentials = new Credentials("j", secret);
      assertFalse(NetOptions.of(credentials).toString().contains(secret));
    }
  }
}
