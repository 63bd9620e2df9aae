package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsistencyTest {

  @ParameterizedTest
  @CsvSource({
    "bsp,          0,          true,  false",
    "notify-ack,   0,          false, false",
    "ssp:0,        0,          false, false",
    "ssp:12,       12,         false, false",
    "ssp:999999999, 999999999, false, false",
    "asp,          2147483647, false, true",
    "barrier-only, 2147483647, true,  true"
  })
  void shouldBeWhatItsNameSays(String name, int slack, boolean barrier, boolean overwrites) {
    Consistency consistency = Consistency.parse(name);
    assertEquals(slack, consistency.slack());
    assertEquals(barrier, consistency.barrier());
    assertEquals(overwrites, consistency.overwrites());
    assertEquals(name, consistency.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ssp", "ssp:", "ssp:-1", "ssp:x", "ssp:1234567890", "BSP", "async"})
  void shouldRefuseOtherNames(String wrong) {
    var refused = assertThrows(IllegalArgumentException.class, () -> Consistency.parse(wrong));
    assertFalse(refused.getMessage().contains("barrier-only"), "that one is for the lab");
  }

  @Test
  void shouldRefuseWhatNoGateKeeps() {
    assertThrows(IllegalArgumentException.class, () -> Consistency.ssp(-1));
    for (int slack : List.of(-1, 1, 7)) {
      assertThrows(IllegalArgumentException.class, () -> new Consistency("stale", slack, true));
    }
  }

  @Test
  void shouldTellNotifyAckFromSspWithoutSlack() {
    assertFalse(Consistency.NOTIFY_ACK.equals(Consistency.ssp(0)));
    assertEquals(Consistency.ssp(3), Consistency.parse("ssp:3"));
  }
}
