package io.papilio.runtime.process;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Some rounds of {@link Chaos}; {@code -Dpapilio.seed=} shows one again. */
class ChaosTest {
  /** Seeds of a kill, a stop and a crowd, in a row. */
  private static final long A_FEW = 1007;

  @Test
  @Timeout(180)
  void shouldSurviveAFewRounds() throws Exception {
    Long seed = Long.getLong("papilio.seed");
    run(seed == null ? A_FEW : seed, seed == null ? 3 : 1);
  }

  @Test
  @Tag("full")
  @Timeout(3_600)
  void shouldSurviveAHundredRounds() throws Exception {
    run(1, 100);
  }

  private static void run(long first, int rounds) throws Exception {
    Chaos.main(new String[] {Integer.toString(rounds), Long.toString(first)});
  }
}
