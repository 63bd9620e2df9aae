package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models that were saved with hashed names need the same hashes from every library. */
class HashTest {

  /** Published test vectors; they have rests of 0 to 3 bytes. */
  @ParameterizedTest
  @CsvSource({
    "'', 0, 0",
    "'', 1, 514e28b7",
    "'', ffffffff, 81f16f39",
    "a, 9747b28c, 7fa09ea6",
    "aa, 9747b28c, 5d211726",
    "aaa, 9747b28c, 283e0130",
    "aaaa, 9747b28c, 5a97808a",
    "abc, 0, b3dd93fa",
    "test, 0, ba6bd213",
    "'Hello, world!', 0, c0363e43",
    "'Hello, world!', 9747b28c, 24884cba",
    "The quick brown fox jumps over the lazy dog, 0, 2e4ff723",
    "The quick brown fox jumps over the lazy dog, 9747b28c, 2fa826cd",
    "ππππππππ, 9747b28c, d58063c1"
  })
  void shouldGiveKnownHashes(String text, String seed, String hash) {
    byte[] bytes = ("xyz" + text + "xyz").getBytes(StandardCharsets.UTF_8);
    int start = Integer.parseUnsignedInt(seed, 16);
    int actual = MurmurHash3.hash32x86(bytes, 3, bytes.length - 6, start);
    assertEquals(Integer.parseUnsignedInt(hash, 16), actual);
  }
}
