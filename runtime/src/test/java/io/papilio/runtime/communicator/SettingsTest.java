package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.core.price.LinkModel;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.process.Admission;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetTransport;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What links are like between processes of hosts that nobody has. */
class SettingsTest {
  private static final NetOptions OPTIONS = NetOptions.of(new Credentials("test", "sesame"));

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void shouldPriceTheCoresThatRanksReport(int cores) throws IOException {
    List<String> ranks = IntStream.range(0, 8).mapToObj(i -> on("10.0.0.1", cores)).toList();
    assertEquals(LinkModel.network().withCores(cores), links(ranks));
  }

  @Test
  void shouldShareTheCoresOfTheFullestHost() throws IOException {
    String small = on("10.0.0.1", 2);
    String large = on("10.0.0.2", 64);
    LinkModel network = LinkModel.network();
    assertEquals(network.withCores(4), links(List.of(small, large)));
    assertEquals(network.withCores(2), links(List.of(small, large, small, small)));
    assertEquals(network.withCores(6), links(List.of(large, small, large)));
    assertEquals(network.withCores(1), links(List.of(on("10.0.0.3", 0))), "nobody has said");
  }

  private static String on(String host, int cores) {
    return host + ":4000 memory= pid=1 cores=" + cores;
  }

  private static LinkModel links(List<String> ranks) throws IOException {
    NetTransport transport = NetTransport.open(99, OPTIONS, Admission.NUMBERED);
    try {
      for (int rank = 0; rank < ranks.size(); rank++) {
        transport.learn(rank, ranks.get(rank));
      }
      return Settings.of(transport, OPTIONS).links().apply(Group.first(0, ranks.size()));
    } finally {
      transport.close();
    }
  }
}
