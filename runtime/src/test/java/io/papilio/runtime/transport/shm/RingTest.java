package io.papilio.runtime.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Memory;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One writer, one reader; frames here begin with their size and are filled with their number. */
@Timeout(120)
class RingTest {
  private final Memory memory = new Memory(ByteBuffer.allocateDirect(8 + Ring.HEADER + (1 << 16)));

  /** Where a frame lies, and its ticket. */
  private record Taken(int number, int at, int size, long ticket) {}

  private Ring ring(int capacity) {
    return new Ring(memory, 8, capacity);
  }

  private void fill(int at, int size, int number) {
    memory.bytes().putInt(at, size);
    memory.bytes().putInt(at + 4, number);
    for (int i = 8; i < size; i += 8) {
      memory.bytes().putLong(at + i, pattern(number, i));
    }
  }

  private static long pattern(int number, int position) {
    return (number * 31L + position) * 0x9E3779B97F4A7C15L;
  }

  private void assertIntact(Taken frame) {
    assertEquals(frame.size, memory.bytes().getInt(frame.at));
    assertEquals(frame.number, memory.bytes().getInt(frame.at + 4));
    for (int i = 8; i < frame.size; i += 8) {
      if (memory.bytes().getLong(frame.at + i) != pattern(frame.number, i)) {
        throw new AssertionError("frame %d is broken at %d".formatted(frame.number, i));
      }
    }
  }

  private boolean write(Ring ring, int size, int number) {
    int at = ring.claim(size);
    if (at < 0) {
      return false;
    }
    fill(at, size, number);
    ring.publish();
    return true;
  }

  private Taken take(Ring ring) throws IOException {
    int at = ring.next();
    if (at < 0) {
      return null;
    }
    int size = memory.bytes().getInt(at);
    return new Taken(memory.bytes().getInt(at + 4), at, size, ring.took(size));
  }

  private static int size(SplittableRandom random, int capacity) {
    return random.nextInt(4) == 0 ? capacity / 2 : 8 * (1 + random.nextInt(capacity / 16));
  }

  /** Held frames stay as they are, released ones make room, in whatever order. */
  @ParameterizedTest
  @CsvSource({"64,1", "64,2", "128,3", "1024,4", "1024,5", "65536,6"})
  void shouldKeepFramesUntilTheyAreReleased(int capacity, int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Ring writer = ring(capacity);
    Ring reader = ring(capacity);
    List<Taken> held = new ArrayList<>();
    int written = 0;
    int read = 0;
    while (read < 3_000) {
      while (random.nextInt(4) > 0 && write(writer, size(random, capacity), written)) {
        written++;
      }
      Taken next = random.nextInt(3) > 0 ? take(reader) : null;
      if (next != null) {
        assertEquals(read++, next.number);
        held.add(next);
      }
      while (!held.isEmpty() && (random.nextInt(3) == 0 || held.size() > 20)) {
        Taken done = held.remove(random.nextInt(held.size()));
        assertIntact(done);
        reader.release(done.ticket);
      }
    }
    assertTrue(written >= read);
  }

  /** As many as fit, and one fewer than would overwrite the oldest. */
  @ParameterizedTest
  @ValueSource(ints = {64, 128, 1024})
  void shouldTakeNoMoreThanFits(int capacity) throws IOException {
    Ring writer = ring(capacity);
    Ring reader = ring(capacity);
    for (int lap = 0; lap < 5; lap++) {
      List<Taken> held = new ArrayList<>();
      for (int i = 0; i < capacity / 16; i++) {
        assertTrue(write(writer, 16, i));
      }
      assertFalse(write(writer, 8, -2));
      for (Taken next = take(reader); next != null; next = take(reader)) {
        held.add(next);
      }
      assertEquals(capacity / 16, held.size());
      for (int i = held.size() - 1; i > 0; i--) { // all but the first
        assertFalse(reader.release(held.get(i).ticket));
        assertEquals(-1, writer.claim(8));
      }
      reader.release(held.get(0).ticket);
    }
  }

  @Test
  void shouldLeaveAGapWhereAFrameDoesNotFit() throws IOException {
    Ring writer = ring(1024);
    Ring reader = ring(1024);
    for (int start = 8; start < 1024; start += 8) {
      int at = (int) advance(writer, reader, start);
      assertTrue(write(writer, 512, 7), "at " + start);
      Taken taken = take(reader);
      assertEquals(start <= 512 ? at + start : at, taken.at);
      assertIntact(taken);
      reader.release(taken.ticket);
      assertEquals(-1, reader.next());
    }
  }

  /** Brings an empty ring to an offset; returns where offset 0 lies. */
  private long advance(Ring writer, Ring reader, int offset) throws IOException {
    int begin = 8 + Ring.HEADER;
    while (writer.claim(8) != begin + offset % 1024) {
      write(writer, 8, 0);
      reader.release(take(reader).ticket);
    }
    return begin;
  }

  /** Room that nobody is told of would leave a writer asleep that has it. */
  @Test
  void shouldMakeRoomOnlyByReleases() throws IOException {
    Ring writer = ring(1024);
    Ring reader = ring(1024);
    advance(writer, reader, 768);
    write(writer, 512, 1); // behind a gap of 256
    assertTrue(writer.waitForRoom(512));
    Taken taken = take(reader);
    assertEquals(-1, writer.claim(512));
    assertTrue(reader.release(taken.ticket), "the writer waits");
    assertTrue(writer.claim(512) > 0);
  }

  @Test
  void shouldAskToBeWokenOnlyIfItMustWait() throws IOException {
    Ring writer = ring(64);
    Ring reader = ring(64);
    assertTrue(reader.fallAsleep());
    int at = writer.claim(16);
    fill(at, 16, 1);
    assertTrue(writer.publish(), "the reader sleeps");
    at = writer.claim(16);
    fill(at, 16, 2);
    assertFalse(writer.publish(), "it was woken already");
    assertFalse(reader.fallAsleep());
    reader.wakeUp();
    at = writer.claim(16);
    fill(at, 16, 3);
    assertFalse(writer.publish(), "it does not sleep");
    assertTrue(writer.waitForRoom(32));
    assertTrue(reader.release(take(reader).ticket), "the writer waits");
    assertFalse(reader.release(take(reader).ticket), "it was woken already");
    assertFalse(writer.waitForRoom(32));
  }

  /** A peer that writes nonsense does not make the reader leave the ring. */
  @Test
  void shouldNotFollowSizesOutOfTheRing() throws IOException {
    Ring writer = ring(128);
    Ring reader = ring(128);
    write(writer, 64, 1);
    assertEquals(8 + Ring.HEADER, reader.next());
    assertThrows(ProtocolException.class, () -> reader.took(72), "more than was written");
    assertThrows(ProtocolException.class, () -> reader.took(1 << 18));
    reader.release(reader.took(64));
    write(writer, 48, 2);
    write(writer, 64, 3); // behind a gap of 16
    reader.next();
    assertThrows(ProtocolException.class, () -> reader.took(72), "beyond the end");
  }

  @Test
  void shouldRefuseCapacitiesThatAreNoPowersOfTwo() {
    for (int capacity : new int[] {0, 3, 12, 1000, -1}) {
      assertThrows(IllegalArgumentException.class, () -> ring(capacity));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 256, 4096})
  void shouldNeverLoseAWakeUp(int capacity) throws Exception {
    new Stress(capacity, 20_000).run();
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {64, 128, 256, 1024, 4096, 65_536})
  void shouldNeverLoseAWakeUpForLong(int capacity) throws Exception {
    new Stress(capacity, 1_000_000).run();
  }

  /** Three threads that sleep whenever they can: who writes, who reads, and who releases. */
  private final class Stress {
    private final Ring writer;
    private final Ring reader;
    private final int capacity;
    private final int count;
    private final Semaphore writerBell = new Semaphore(0);
    private final Semaphore readerBell = new Semaphore(0);
    private final BlockingQueue<Taken> taken = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Stress(int capacity, int count) {
      this.writer = ring(capacity);
      this.reader = ring(capacity);
      this.capacity = capacity;
      this.count = count;
    }

    void run() throws Exception {
      List<Thread> threads = new ArrayList<>();
      for (Step step : new Step[] {this::writeAll, this::readAll, this::releaseAll}) {
        threads.add(new Thread(() -> attempt(step)));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        throw new AssertionError(failure.get());
      }
    }

    private void attempt(Step step) {
      try {
        step.run();
      } catch (Throwable e) { // whatever it is, the test has failed
        failure.compareAndSet(null, e);
        taken.add(new Taken(-1, 0, 0, 0));
      }
    }

    private void sleep(Semaphore bell, String who) throws InterruptedException {
      for (int i = 0; !bell.tryAcquire(100, TimeUnit.MILLISECONDS); i++) {
        if (i == 100 || failure.get() != null) {
          throw new AssertionError(who + " was not woken");
        }
      }
    }

    private void writeAll() throws Exception {
      SplittableRandom random = new SplittableRandom(capacity);
      for (int number = 0; number < count; number++) {
        int size = size(random, capacity);
        int at = writer.claim(size);
        while (at < 0) {
          if (writer.waitForRoom(size)) {
            sleep(writerBell, "the writer");
          }
          at = writer.claim(size);
        }
        fill(at, size, number);
        if (writer.publish()) {
          readerBell.release();
        }
      }
    }

    private void readAll() throws Exception {
      for (int number = 0; number < count; ) {
        Taken next = take(reader);
        if (next != null) {
          assertEquals(number++, next.number);
          taken.add(next);
        } else {
          if (reader.fallAsleep()) {
            sleep(readerBell, "the reader");
          }
          reader.wakeUp();
        }
      }
    }

    /** Out of order, as long as there is more than one. */
    private void releaseAll() throws Exception {
      SplittableRandom random = new SplittableRandom(1);
      List<Taken> held = new ArrayList<>();
      for (int released = 0; released < count; released++) {
        if (held.isEmpty()) {
          held.add(taken.take());
        }
        taken.drainTo(held, 5);
        Taken done = held.remove(random.nextInt(held.size()));
        if (done.number < 0) {
          return;
        }
        assertIntact(done);
        if (reader.release(done.ticket)) {
          writerBell.release();
        }
      }
    }
  }

  /** A thread's part. */
  private interface Step {
    void run() throws Exception;
  }
}
