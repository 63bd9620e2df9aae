package io.papilio.runtime.transport.tcp;

import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.frame.Frame;
import io.papilio.runtime.transport.frame.Outbox;
import io.papilio.runtime.transport.frame.Pipe;
import io.papilio.runtime.transport.frame.Spares;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Frames over a stream, written and read in large calls.
 *
 * <pre>
 *   outbox --copy--> staging --write--> socket --read--> page --in place--> reducer
 * </pre>
 *
 * A page is used again when all frames in it are released. There are only so many: a receiver that
 * does not release stops reading, and then the sender has to wait.
 */
public final class TcpPipe implements Pipe {
  /** Large calls make sockets fast, but what is copied should still be in the cache. */
  private static final int PAGE = 1 << 19;

  private static final int MOST_PAGES = 4;

  /** Of one link, before others get their turn. */
  private static final int MOST_READS = 4;

  private final ByteChannel channel;
  private final Runnable onRoom;
  private final Memory staging = Memory.aligned(PAGE);
  private final ByteBuffer unwritten = staging.buffer().limit(0);
  private final Deque<Page> free = new ArrayDeque<>(); // and the lock for all that is about pages
  private final Spares spares = new Spares();
  private int pages;
  private Page page;
  private boolean hasRest;
  private boolean hasMore;

  /** What the socket reads into; frames in it are handed over where they lie. */
  private final class Page implements Message.Owner {
    private final Memory memory = Memory.aligned(PAGE);
    private final ByteBuffer buffer = memory.buffer();
    private int parsed;
    private int unreleased;

    @Override
    public void released(Message message) {
      synchronized (free) {
        boolean couldRead = canRead();
        unreleased--;
        if (unreleased == 0 && this != page) {
          free.add(this);
        }
        if (!couldRead && canRead()) {
          onRoom.run();
        }
      }
    }

    @Override
    public void recycled(Message message) {
      spares.add(message);
    }
  }

  /**
   * {@code rest} was read from the channel before; {@code onRoom} is run, by any thread, when
   * reading can go on after all pages were taken.
   */
  public TcpPipe(ByteChannel channel, ByteBuffer rest, Runnable onRoom) {
    this.channel = channel;
    this.onRoom = onRoom;
    this.page = newPage();
    page.buffer.put(rest);
    this.hasRest = page.buffer.position() > 0;
  }

  private Page newPage() {
    pages++;
    return new Page();
  }

  @Override
  public boolean write(Outbox outbox, long nowNanos) throws IOException {
    boolean any = false;
    while (true) {
      if (!unwritten.hasRemaining() && !fill(outbox, nowNanos)) {
        return any;
      }
      any |= channel.write(unwritten) > 0;
      if (unwritten.hasRemaining()) {
        return any;
      }
    }
  }

  private boolean fill(Outbox outbox, long nowNanos) {
    int end = 0;
    Message next = outbox.peek(nowNanos);
    while (next != null && end + Frame.size(next) <= PAGE) {
      Frame.write(outbox.type(), next, staging, end);
      end += Frame.size(next);
      outbox.taken();
      next = outbox.peek(nowNanos);
    }
    unwritten.limit(end).position(0);
    return end > 0;
  }

  @Override
  public boolean read(Frame.Sink sink) throws IOException {
    boolean any = hasRest;
    if (hasRest) {
      hasRest = false;
      parse(sink);
    }
    boolean emptied = false;
    for (int i = 0; i < MOST_READS && !emptied && makeRoom(); i++) {
      int room = page.buffer.remaining();
      int count = channel.read(page.buffer);
      if (count < 0) {
        throw new EOFException("the connection was closed");
      }
      emptied = count == 0 || count < room && channel instanceof SocketChannel;
      if (count > 0) {
        any = true;
        parse(sink);
      }
    }
    // perhaps, and then a TLS channel may have it already; or it comes while nobody watches
    hasMore = !emptied || !isReading();
    return any;
  }

  private void parse(Frame.Sink sink) throws IOException {
    Page current = page;
    int end = current.buffer.position();
    while (end - current.parsed >= Frame.HEADER) {
      int at = current.parsed;
      int size = Frame.size(current.memory, at);
      if (end - at < size) {
        break;
      }
      synchronized (free) {
        current.parsed += size;
        current.unreleased++;
      }
      Frame.read(current.memory, at, spares.take(), current, sink);
    }
  }

  /**
   * Sees to it that the largest frame fits behind what was parsed; false if that must wait. The
   * beginning of a frame moves to the beginning of a page.
   */
  private boolean makeRoom() {
    synchronized (free) {
      if (!canRead()) {
        return false;
      }
      if (page.unreleased == 0 && page.parsed > 0) {
        page.buffer.flip().position(page.parsed).compact();
        page.parsed = 0;
      } else if (PAGE - page.parsed < Frame.MAX_SIZE) {
        Page next = free.isEmpty() ? newPage() : free.remove();
        next.buffer.clear().put(page.buffer.flip().position(page.parsed));
        next.parsed = 0;
        page = next;
      }
      return true;
    }
  }

  private boolean canRead() {
    return page.unreleased == 0
        || PAGE - page.parsed >= Frame.MAX_SIZE
        || !free.isEmpty()
        || pages < MOST_PAGES;
  }

  private boolean isReading() {
    synchronized (free) {
      return canRead();
    }
  }

  @Override
  public boolean isReady() {
    return hasRest || hasMore && isReading();
  }

  @Override
  public int interest() {
    return (isReading() ? SelectionKey.OP_READ : 0)
        | (unwritten.hasRemaining() ? SelectionKey.OP_WRITE : 0);
  }

  @Override
  public boolean isFlushed() {
    return !unwritten.hasRemaining();
  }

  @Override
  public void close() {} // its socket is closed by whoever opened it
}
