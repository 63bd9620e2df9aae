package io.papilio.runtime.transport.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One block of a PEM file; what stands between blocks is for people.
 *
 * <pre>
 *   -----BEGIN label-----
 *   content in base 64
 *   -----END label-----
 * </pre>
 */
record Pem(String label, byte[] content) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  /** The blocks of a file in their order. */
  static List<Pem> read(Path file) {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return BLOCK
        .matcher(text)
        .results()
        .map(block -> new Pem(block.group(1), Base64.getMimeDecoder().decode(block.group(2))))
        .toList();
  }
}
