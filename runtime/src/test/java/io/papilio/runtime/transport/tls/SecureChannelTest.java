package io.papilio.runtime.transport.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.papilio.runtime.transport.tls.Talker.Plan;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two sides in one thread over a pipe in memory. Each is called only when a selector would call it,
 * so bytes that are left lying somewhere show at once: nobody is ready, and something is missing.
 */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SecureChannelTest {
  /** Turns in which nothing has to move: for a wish to write that has become void. */
  private static final int IDLE_TURNS = 3;

  private static Tls tls;

  private enum Outcome {
    DONE,
    ENDED,
    STUCK
  }

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) {
    tls = Certificates.authority(folder, "authority").worker("worker").load();
  }

  private static final class Conversation {
    private final Pipe pipe;
    private final Talker client;
    private final Talker server;
    private final Random random;

    Conversation(Pipe pipe, Plan plan, int serverChunk, Random random) {
      this.pipe = pipe;
      this.random = random;
      client = new Talker(tls.client(pipe.left), 7, plan);
      server = new Talker(tls.server(pipe.right), ~7, plan.ofPeer().withChunk(serverChunk));
    }

    Outcome run() throws IOException {
      int idle = 0;
      while (!client.isDone() || !server.isDone()) {
        long before = pipe.moved;
        boolean clientFirst = random.nextBoolean();
        boolean any = turn(clientFirst ? client : server);
        any |= turn(clientFirst ? server : client);
        if (client.hasEnded() || server.hasEnded()) {
          return Outcome.ENDED;
        }
        idle = pipe.moved > before ? 0 : idle + 1;
        if (!any || idle > IDLE_TURNS) {
          return Outcome.STUCK;
        }
      }
      return Outcome.DONE;
    }

    private boolean turn(Talker talker) throws IOException {
      Pipe.End end = talker == client ? pipe.left : pipe.right;
      boolean writeFirst = random.nextBoolean();
      return writeFirst
          ? write(talker, end) | read(talker, end)
          : read(talker, end) | write(talker, end);
    }

    private static boolean read(Talker talker, Pipe.End end) throws IOException {
      if (!end.isReadable()) {
        return false;
      }
      talker.onReadable();
      return true;
    }

    private static boolean write(Talker talker, Pipe.End end) throws IOException {
      if (!talker.waitsForWritable() || !end.isWritable()) {
        return false;
      }
      talker.onWritable();
      return true;
    }

    @Override
    public String toString() {
      return "client " + client + "; server " + server;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000, 16_384, 70_000})
  void shouldStrandNothing(int room) throws IOException {
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      int bytes = Math.min(100_000, 3_000 * room);
      Plan plan =
          new Plan(random.nextInt(bytes), random.nextInt(bytes), Integer.MAX_VALUE, chunk(random));
      Conversation conversation = new Conversation(new Pipe(room), plan, chunk(random), random);
      assertEquals(Outcome.DONE, conversation.run(), "seed " + seed + ": " + conversation);
    }
  }

  /** Nothing more comes until what has come is answered, so nothing else brings it to light. */
  @ParameterizedTest
  @ValueSource(ints = {1, 999, 16_384, 40_000})
  void shouldStrandNoQuestion(int ahead) throws IOException {
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      int bytes = Math.min(100_000, 50 * ahead);
      Plan plan = new Plan(bytes, bytes, ahead, chunk(random));
      Conversation conversation = new Conversation(new Pipe(65_536), plan, chunk(random), random);
      assertEquals(Outcome.DONE, conversation.run(), "seed " + seed + ": " + conversation);
    }
  }

  private static int chunk(Random random) {
    return 1 + random.nextInt(random.nextBoolean() ? 500 : 70_000);
  }

  /** Both sides come to the end of their keys with full pipes, and have to answer each other. */
  @ParameterizedTest
  @ValueSource(ints = {100, 20_000, 100_000})
  void shouldChangeKeysUnderLoad(int room) throws IOException {
    Plan plan = new Plan(1_000_000, 1_000_000, Integer.MAX_VALUE, 65_536);
    Conversation conversation = new Conversation(new Pipe(room), plan, 65_536, new Random(1));
    assertEquals(Outcome.DONE, conversation.run(), conversation.toString());
  }

  /** A damaged length may make a side wait for more; the user has the deadline. */
  @Test
  void shouldNotDeliverADamagedByte() {
    int refused = 0;
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      Pipe pipe = new Pipe(1_000);
      pipe.damagedAt = random.nextInt(seed % 2 == 0 ? 400 : 6_000);
      Plan plan = new Plan(3_000, 3_000, Integer.MAX_VALUE, 500);
      try {
        new Conversation(pipe, plan, 500, random).run();
      } catch (IOException e) {
        assertTrue(e.getMessage() != null, "seed " + seed + ": " + e);
        refused++;
      }
    }
    assertTrue(refused > 20, "only " + refused + " refused");
  }

  @Test
  void shouldEndWhenThePeerDoes() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Pipe pipe = new Pipe(1_000);
      pipe.endsAt = random.nextInt(8_000);
      Plan plan = new Plan(3_000, 3_000, Integer.MAX_VALUE, 500);
      Conversation conversation = new Conversation(pipe, plan, 500, random);
      try {
        assertEquals(Outcome.ENDED, conversation.run(), "seed " + seed + ": " + conversation);
      } catch (EOFException e) {
        assertTrue(e.getMessage().contains("handshake"));
      } catch (IOException e) {
        fail("seed " + seed, e);
      }
    }
  }

  @Test
  void shouldEndAfterEverythingWasRead() throws IOException {
    Pipe pipe = new Pipe(65_536);
    Conversation conversation = talk(pipe);
    SecureChannel client = conversation.client.channel();
    SecureChannel server = conversation.server.channel();
    assertEquals(5_000, client.write(ByteBuffer.allocate(5_000)));
    client.close();
    client.close();
    assertFalse(client.isOpen());
    ByteBuffer target = ByteBuffer.allocate(6_000);
    assertEquals(5_000, server.read(target));
    assertEquals(-1, server.read(target));
    assertEquals(-1, server.read(target));
    assertThrows(IOException.class, () -> client.read(target));
    assertThrows(IOException.class, () -> client.write(target));
  }

  /** If it did not, the last of the handshake could bring what follows, and no reader be told. */
  @Test
  void shouldLeaveTheSocketToReaders() throws IOException {
    Pipe pipe = new Pipe(65_536);
    SecureChannel client = tls.client(pipe.left);
    SecureChannel server = tls.server(pipe.right);
    ByteBuffer target = ByteBuffer.allocate(10);
    assertEquals(0, client.write(ByteBuffer.allocate(4))); // hello
    assertEquals(0, server.read(target)); // hello, and who are you?
    assertEquals(0, client.read(target)); // this is me
    assertEquals(4, client.write(ByteBuffer.allocate(4)));
    assertFalse(server.established());
    assertEquals(0, server.write(ByteBuffer.allocate(4)));
    assertTrue(pipe.right.isReadable());
    assertEquals(4, server.read(target));
    assertEquals(4, server.write(ByteBuffer.allocate(4)));
  }

  @Test
  void shouldReportWhatItTookWhenTheSocketIsFull() throws IOException {
    Pipe pipe = new Pipe(20_000);
    SecureChannel server = talk(pipe).server.channel();
    ByteBuffer source = ByteBuffer.allocate(100_000);
    int taken = server.write(source);
    assertEquals(source.position(), taken);
    assertTrue(taken > 16_000 && taken < 50_000, "took " + taken);
    assertTrue(server.wantsWrite());
    assertEquals(0, server.write(source));
  }

  /** It says that it has 30000 bytes, and sends more of them than there is room for. */
  @Test
  void shouldRefuseARecordThatIsTooLong() throws IOException {
    for (boolean asClient : new boolean[] {false, true}) {
      Pipe pipe = new Pipe(65_536);
      SecureChannel channel = asClient ? tls.client(pipe.right) : tls.server(pipe.right);
      channel.write(ByteBuffer.allocate(0));
      byte[] record = {0x16, 3, 3, 0x75, 0x30};
      pipe.left.write(ByteBuffer.allocate(20_000).put(record).rewind());
      ByteBuffer target = ByteBuffer.allocate(100);
      assertThrows(
          SSLException.class,
          () -> {
            while (channel.read(target) >= 0 && pipe.right.isReadable()) {}
          });
      assertThrows(IOException.class, () -> channel.write(target));
      channel.close();
      assertFalse(pipe.right.isOpen());
    }
  }

  private static Conversation talk(Pipe pipe) throws IOException {
    Plan plan = new Plan(100, 100, Integer.MAX_VALUE, 100);
    Conversation conversation = new Conversation(pipe, plan, 100, new Random(3));
    assertEquals(Outcome.DONE, conversation.run());
    return conversation;
  }
}
