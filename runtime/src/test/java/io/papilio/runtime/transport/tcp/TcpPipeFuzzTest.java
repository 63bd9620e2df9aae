package io.papilio.runtime.transport.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.frame.Collector;
import io.papilio.runtime.transport.frame.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** Streams that are not quite what a pipe writes: it ends with an IOException, in time. */
class TcpPipeFuzzTest {
  private static final int MOST_READS = 10_000;

  @Property(tries = 100, seed = "5")
  void shouldBearChangedStreams(
      @ForAll @IntRange(max = 40) int changes, @ForAll boolean releases, @ForAll long seed) {
    readChanged(changes, releases, new SplittableRandom(seed));
  }

  @Property(tries = 20_000, seed = "6")
  @Tag("full")
  void shouldBearChangedStreamsForLong(
      @ForAll @IntRange(max = 40) int changes, @ForAll boolean releases, @ForAll long seed) {
    readChanged(changes, releases, new SplittableRandom(seed));
  }

  @Property(tries = 50, seed = "7")
  void shouldBearAnything(@ForAll byte[] bytes) {
    read(bytes, false, new SplittableRandom(bytes.length));
  }

  private static void readChanged(int changes, boolean releases, SplittableRandom random) {
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ElementType type = ElementType.values()[random.nextInt(5)];
      messages.add(Collector.message(type, random.nextInt(0, 400), i));
    }
    byte[] stream = Stream.bytes(messages);
    for (int i = 0; i < changes; i++) {
      if (random.nextInt(4) > 0) { // mostly in what is looked at: the first header
        stream[random.nextInt(Frame.HEADER)] = (byte) random.nextInt();
      } else {
        stream[random.nextInt(stream.length)] ^= (byte) (1 << random.nextInt(8));
      }
    }
    read(stream, releases, random);
  }

  private static void read(byte[] stream, boolean releases, SplittableRandom random) {
    Stream channel = Stream.of(stream, () -> 1 + random.nextInt(3_000));
    TcpPipe pipe = new TcpPipe(channel, ByteBuffer.allocate(0), () -> {});
    Collector sink = new Collector(false);
    int seen = 0;
    try {
      for (int i = 0; i < MOST_READS; i++) {
        pipe.read(sink);
        for (; seen < sink.messages().size(); seen++) {
          Message message = sink.messages().get(seen);
          message.payload().copy();
          if (releases) {
            message.release();
          }
        }
      }
      throw new AssertionError("no end");
    } catch (IOException e) {
      long bytes = sink.messages().stream().mapToLong(Frame::size).sum();
      assertTrue(bytes <= stream.length, bytes + " bytes of frames in " + stream.length);
    }
  }
}
