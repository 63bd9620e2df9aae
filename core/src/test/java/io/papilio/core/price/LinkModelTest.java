package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel.Cores;
import org.junit.jupiter.api.Test;

class LinkModelTest {

  @Test
  void shouldTurnTheSpeedOfANetworkIntoCosts() {
    LinkModel network = LinkModel.network(10, 25);
    assertEquals(25_000, network.alphaNanos());
    assertEquals(0.8, network.betaNanosPerByte());
    assertEquals(Cores.OWN, network.cores());
  }

  @Test
  void shouldOrderThePresetsByTheirSpeed() {
    assertTrue(LinkModel.inproc().alphaNanos() < LinkModel.shm().alphaNanos());
    assertTrue(LinkModel.shm().alphaNanos() < LinkModel.tcp().alphaNanos());
    assertTrue(LinkModel.inproc().zetaNanosPerByte() < LinkModel.shm().zetaNanosPerByte());
    assertTrue(LinkModel.shm().zetaNanosPerByte() < LinkModel.tcp().zetaNanosPerByte());
  }

  @Test
  void shouldChangeTheNumberOfCoresAlone() {
    LinkModel tcp = LinkModel.tcp();
    LinkModel wide = tcp.withCores(64);
    assertEquals(64, wide.cores().count());
    assertEquals(tcp.cores().wakeNanos(), wide.cores().wakeNanos());
    assertEquals(tcp, wide.withCores(tcp.cores().count()));
  }

  @Test
  void shouldRefuseCostsThatAreNone() {
    assertThrows(IllegalArgumentException.class, () -> LinkModel.of(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.of(0, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.of(Double.POSITIVE_INFINITY, 0));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.network(0, 1));
    assertThrows(IllegalArgumentException.class, () -> LinkModel.network(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> Cores.shared(0));
  }
}
