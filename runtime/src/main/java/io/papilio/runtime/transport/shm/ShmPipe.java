package io.papilio.runtime.transport.shm;

import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.frame.Frame;
import io.papilio.runtime.transport.frame.Outbox;
import io.papilio.runtime.transport.frame.Pipe;
import io.papilio.runtime.transport.frame.Spares;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Frames through two rings in a mapped file, one each way, and a bell: a Unix-domain socket on
 * which a byte is sent to a process that has gone to sleep.
 *
 * <pre>
 *   outbox --copy--> ring --in place--> reducer        bell: wake up / the peer is gone
 * </pre>
 *
 * One side {@linkplain Offer offers}, the other {@linkplain #accept accepts}; then both files are
 * deleted.
 */
public final class ShmPipe implements Pipe, Message.Owner {
  /** Larger rings fall out of the cache. */
  private static final int CAPACITY = 1 << 19;

  private static final int FILE_BYTES = 2 * (Ring.HEADER + CAPACITY);

  /** Of one link, before others get their turn. */
  private static final int MOST_FRAMES = 64;

  private final Ring out;
  private final Ring in;
  private final SocketChannel bell;
  private final ByteBuffer note = ByteBuffer.allocateDirect(64);
  private final ByteBuffer ding = ByteBuffer.allocateDirect(1);
  private final Spares spares = new Spares();
  private boolean hungUp;
  private int refused;

  private ShmPipe(Memory memory, boolean first, SocketChannel bell) {
    Ring one = new Ring(memory, 0, CAPACITY);
    Ring other = new Ring(memory, Ring.HEADER + CAPACITY, CAPACITY);
    this.out = first ? one : other;
    this.in = first ? other : one;
    this.bell = bell;
  }

  /** One side's proposal to meet in a file. */
  public static final class Offer implements AutoCloseable {
    private final ShmFolder folder;
    private final String ringName;
    private final String bellName;
    private final Memory memory;
    private final ServerSocketChannel bells;

    public Offer(ShmFolder folder) throws IOException {
      this.folder = folder;
      this.ringName = folder.newName(".ring");
      this.bellName = ringName.replace(".ring", ".bell");
      this.bells = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        this.memory = folder.create(ringName, FILE_BYTES);
        bells.bind(UnixDomainSocketAddress.of(folder.resolve(bellName)));
        folder.protect(bellName);
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    /** What the other side has to know. */
    public String name() {
      return ringName;
    }

    /** The other side has accepted. */
    public ShmPipe taken() throws IOException {
      bells.configureBlocking(false);
      SocketChannel bell = bells.accept();
      if (bell == null) {
        throw new IOException("the peer took the shared memory but not the bell");
      }
      bell.configureBlocking(false);
      return new ShmPipe(memory, true, bell);
    }

    /** Nothing of it stays in the folder, taken or not. */
    @Override
    public void close() {
      try {
        bells.close();
      } catch (IOException e) {
        System.getLogger(ShmPipe.class.getName())
            .log(System.Logger.Level.DEBUG, "closing " + bellName, e);
      }
      folder.delete(ringName);
      folder.delete(bellName);
    }
  }

  /** Takes an offer; fails if this process does not see the same folder. */
  public static ShmPipe accept(ShmFolder folder, String ringName) throws IOException {
    Memory memory = folder.open(ringName, FILE_BYTES);
    String bellName = ringName.replace(".ring", ".bell");
    SocketChannel bell = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(bellName)));
    bell.configureBlocking(false);
    return new ShmPipe(memory, false, bell);
  }

  /** About what a group on one host takes: links to as many peers as there are bits in its size. */
  public static long bytesFor(int ranks) {
    int peers = Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    return (long) ranks * Math.max(1, peers) * FILE_BYTES;
  }

  /** To be watched by a selector in place of the socket by which the peers met. */
  public SocketChannel bell() {
    return bell;
  }

  @Override
  public boolean write(Outbox outbox, long nowNanos) throws IOException {
    boolean any = false;
    refused = 0;
    for (Message next = outbox.peek(nowNanos); next != null; next = outbox.peek(nowNanos)) {
      int size = Frame.size(next);
      int at = out.claim(size);
      if (at < 0) {
        refused = size;
        return any;
      }
      Frame.write(outbox.type(), next, out.memory(), at);
      if (out.publish()) {
        ring();
      }
      outbox.taken();
      any = true;
    }
    return any;
  }

  @Override
  public boolean read(Frame.Sink sink) throws IOException {
    boolean any = false;
    for (int i = 0; i < MOST_FRAMES; i++) {
      int at = in.next();
      if (at < 0) {
        break;
      }
      any = true;
      Message message = spares.take().ticket(in.took(Frame.size(in.memory(), at)));
      Frame.read(in.memory(), at, message, this, sink);
    }
    if (!any && hungUp) {
      throw new EOFException("its process ended");
    }
    return any;
  }

  @Override
  public void released(Message message) {
    if (in.release(message.ticket())) {
      ring();
    }
  }

  @Override
  public void recycled(Message message) {
    spares.add(message);
  }

  /** Empties the bell; its end is the peer's end, but what is in the ring is still good. */
  @Override
  public void selected() {
    try {
      note.clear();
      if (!hungUp && bell.read(note) < 0) {
        hungUp = true;
      }
    } catch (IOException e) {
      hungUp = true;
    }
  }

  /** A full bell is as good: somebody has yet to answer it. */
  private synchronized void ring() {
    try {
      bell.write(ding.rewind());
    } catch (IOException e) {
      return; // the peer is gone: reading tells
    }
  }

  @Override
  public boolean isReady() {
    return in.hasNext();
  }

  @Override
  public boolean sleep() {
    if (refused > 0 && !out.waitForRoom(refused)) {
      refused = 0; // what was to be written may have been withdrawn meanwhile
      return false;
    }
    return in.fallAsleep();
  }

  @Override
  public void awake() {
    in.wakeUp();
  }

  @Override
  public int interest() {
    return SelectionKey.OP_READ;
  }

  @Override
  public boolean isFlushed() {
    return true; // the memory outlives this process as long as the peer has mapped it
  }

  @Override
  public void close() {
    try {
      bell.close();
    } catch (IOException e) {
      System.getLogger(ShmPipe.class.getName()).log(System.Logger.Level.DEBUG, "closing a bell", e);
    }
  }
}
