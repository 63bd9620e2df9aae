package io.papilio.runtime.transport.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In virtual time. */
class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  /** A sender that always has something, and looks again when it is told to. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1000, 125e3, 25e6, 125e6, 1.25e10})
  void shouldKeepTheRate(double rate) {
    SplittableRandom random = new SplittableRandom(1);
    TokenBucket bucket = new TokenBucket(rate, 5);
    long now = 5;
    double bytes = 0;
    double largest = Math.min(Frame.MAX_SIZE, Math.max(2, rate));
    int size = 1;
    while (bytes < 5_000 * largest) {
      long ready = bucket.readyNanos(now, size);
      if (ready == now) {
        bucket.take(size);
        bytes += size;
        size = 1 + random.nextInt((int) largest);
      } else {
        assertTrue(ready > now);
        now = ready;
      }
    }
    double seconds = (now - 5) / 1e9;
    double allowed = rate * seconds + largest + Math.max(1, rate * 0.005);
    assertTrue(bytes <= allowed, bytes + " bytes in " + seconds + " s");
    assertTrue(bytes >= 0.99 * rate * seconds, bytes + " bytes in " + seconds + " s");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1000, 25e6, 125e6})
  void shouldNotSaveUpMoreThanABurst(double rate) {
    TokenBucket bucket = new TokenBucket(rate, 0);
    for (int pause = 1; pause <= 3; pause++) {
      long now = pause * 3_600 * SECOND;
      long passed = 0;
      while (bucket.readyNanos(now, 100) == now && passed < rate) {
        bucket.take(100);
        passed += 100;
      }
      assertTrue(passed <= rate * 0.005 + 100, passed + " bytes at once");
      assertTrue(passed >= rate * 0.005 - 100, passed + " bytes at once");
    }
  }

  /** However late it is asked, the wait that it tells is long enough and not longer. */
  @Test
  void shouldTellWhenAFrameHasPassed() {
    for (int size : new int[] {48, 4096, Frame.MAX_SIZE}) {
      TokenBucket bucket = new TokenBucket(1e6, 0);
      assertEquals(0, bucket.readyNanos(0, 5_000));
      bucket.take(5_000); // all there is
      long ready = bucket.readyNanos(0, size);
      assertEquals(size * 1_000L, ready, 2_000);
      assertTrue(bucket.readyNanos(ready - 5_000, size) > ready - 5_000);
      assertEquals(ready, bucket.readyNanos(ready, size));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
  void shouldRefuseALinkThatMovesNothing(double rate) {
    assertThrows(IllegalArgumentException.class, () -> new TokenBucket(rate, 0));
  }
}
