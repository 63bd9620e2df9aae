package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.process.NetOptions.Ports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Addresses and ports, as people and peers write them. */
class EndpointTest {
  private static final String WHOLE =
      "[fe80::1%eth0]:65535 memory=5f2a pid=999999999999999999 cores=2";

  @Example
  void shouldReadWhatItWrites() throws Exception {
    for (String address : new String[] {"127.0.0.1", "::1", "fe80::1", "0.0.0.0"}) {
      for (String memory : new String[] {"", "0123456789abcdef"}) {
        InetSocketAddress socket = new InetSocketAddress(InetAddress.getByName(address), 4000);
        Endpoint endpoint = Endpoint.of(socket, memory);
        assertEquals(endpoint, Endpoint.parse(endpoint.toString()));
        assertEquals(socket, endpoint.resolve());
        assertEquals(ProcessHandle.current().pid(), endpoint.pid());
        assertEquals(memory, endpoint.memory());
        assertEquals(Runtime.getRuntime().availableProcessors(), endpoint.cores());
      }
    }
  }

  @Example
  void shouldReadWhatPeopleWrite() throws Exception {
    assertEquals(Endpoint.at("node-7.example", 4000), Endpoint.parse("node-7.example:4000"));
    assertEquals("node-7.example:4000", Endpoint.parse("node-7.example:4000").describe());
    assertEquals(Endpoint.at("[::1]", 0), Endpoint.parse("[::1]:0"));
    assertEquals(
        new InetSocketAddress(InetAddress.getByName("::1"), 7),
        Endpoint.parse("[::1]:7").resolve());
    assertEquals("h:1, pid 12", Endpoint.parse("h:1 memory= pid=12 cores=2").describe());
    assertEquals(WHOLE, Endpoint.parse(WHOLE).toString());
  }

  @Example
  void shouldRefuseWhatIsNoAddress() {
    String[] texts = {
      "",
      ":",
      "host",
      "host:",
      ":4000",
      "host:65536",
      "host:99999",
      "host:-1",
      "host:4 000",
      "host:٤",
      "::1:4000",
      "[::1]",
      "[]:1",
      "[::1:1",
      "ho st:1",
      "host:1 ",
      " host:1",
      "host:1\n",
      "host:1 memory=5f",
      "host:1 memory=xyz pid=1",
      "host:1 memory= pid= cores=1",
      "host:1 memory= pid=1",
      "host:1 memory= pid=1 cores=",
      "host:1 memory= pid=1 cores=-1",
      "host:1 memory= pid=1 cores=1234567",
      "host:1 memory= pid=-1 cores=1",
      "host:1 memory= pid=1234567890123456789 cores=2",
      "host:1  memory= pid=1 cores=2",
      "a\nb:1"
    };
    for (String text : texts) {
      assertThrows(IllegalArgumentException.class, () -> Endpoint.parse(text), text);
    }
  }

  @Example
  void shouldReadPortsAndRanges() {
    assertEquals(new Ports(0, 0), Ports.parse("0"));
    assertEquals(Ports.ANY, Ports.parse("0"));
    assertEquals(new Ports(4000, 4000), Ports.parse("4000"));
    assertEquals(new Ports(4000, 4000), Ports.parse("4000-4000"));
    assertEquals(new Ports(1, 65535), Ports.parse("1-65535"));
    String[] texts = {
      "",
      "-",
      "4000-",
      "-4000",
      "4001-4000",
      "65536",
      "1-65536",
      "1-2-3",
      "x",
      "4 000",
      "4000 ",
      "+1",
      "0x10",
      "99999-99999",
      "1--2",
      "٤",
      "1\n"
    };
    for (String text : texts) {
      assertThrows(IllegalArgumentException.class, () -> Ports.parse(text), text);
    }
  }

  @Property(tries = 300, seed = "17")
  void shouldReadAnythingOrRefuseIt(@ForAll String text) {
    parse(text);
  }

  @Property(tries = 300, seed = "18")
  void shouldReadWhatWasChangedOrRefuseIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int changes, @ForAll boolean ports) {
    SplittableRandom random = new SplittableRandom(seed);
    String signs = "0123456789-:[]% .=abcfmpy\n\0é";
    StringBuilder text = new StringBuilder(ports ? "4000-4099" : WHOLE);
    for (int i = 0; i < changes && text.length() > 0; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, signs.charAt(random.nextInt(signs.length())));
        default -> text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
      }
    }
    parse(text.toString());
  }

  private static void parse(String text) {
    try {
      Endpoint endpoint = Endpoint.parse(text);
      assertEquals(endpoint, Endpoint.parse(endpoint.toString()));
      assertTrue(endpoint.port() >= 0 && endpoint.port() <= 65535);
      assertEquals(1, endpoint.toString().lines().count());
    } catch (IllegalArgumentException e) {
      assertEquals("not an address like host:port: " + text, e.getMessage());
    }
    try {
      Ports ports = Ports.parse(text);
      assertTrue(ports.first() >= 0 && ports.first() <= ports.last() && ports.last() <= 65535);
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().contains("port"), e.getMessage());
    }
  }
}
