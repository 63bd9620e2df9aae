package io.papilio.core.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HaltonTest {

  @Test
  void shouldBeStronglyConnectedForEverySize() {
    for (int size = 1; size <= 512; size++) {
      assertTrue(MixingMatrix.at(new Halton(), size, 0).isStronglyConnected(), "size " + size);
    }
  }

  @Test
  void shouldSendToAsManyAsTheLogarithmSays() {
    for (int size = 1; size <= 512; size++) {
      int degree = 0;
      while (2 << degree <= size) {
        degree++;
      }
      assertEquals(degree, new Halton().sendTo(size / 2, size, 0).length, "size " + size);
    }
  }
}
