package io.papilio.runtime.transport.tls;

import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** A connection in memory with room for so many bytes each way; it can damage one, or end early. */
public final class Pipe {
  public final End left;
  public final End right;

  /** How many bytes were written into it, by both ends. */
  public long moved;

  /** The byte, counted as {@link #moved} does, that arrives changed. */
  public long damagedAt = -1;

  /** After so many bytes it is as if both ends had been closed. */
  public long endsAt = Long.MAX_VALUE;

  public Pipe(int room) {
    ByteBuffer there = ByteBuffer.allocate(room);
    ByteBuffer back = ByteBuffer.allocate(room);
    left = new End(back, there);
    right = new End(there, back);
  }

  /** What a socket would be. */
  public final class End implements ByteChannel {
    private final ByteBuffer in;
    private final ByteBuffer out;
    private boolean open = true;

    private End(ByteBuffer in, ByteBuffer out) {
      this.in = in;
      this.out = out;
    }

    boolean isReadable() {
      return in.position() > 0 || isOver();
    }

    boolean isWritable() {
      return out.hasRemaining() || isOver();
    }

    private boolean isOver() {
      return moved >= endsAt || !left.open || !right.open;
    }

    @Override
    public int read(ByteBuffer target) {
      if (in.position() == 0) {
        return isOver() ? -1 : 0;
      }
      int count = Math.min(in.position(), target.remaining());
      in.flip();
      target.put(in.slice().limit(count));
      in.position(count).compact();
      return count;
    }

    @Override
    public int write(ByteBuffer source) {
      int count = 0;
      while (source.hasRemaining() && out.hasRemaining() && moved < endsAt) {
        byte value = source.get();
        out.put(moved++ == damagedAt ? (byte) (value ^ 0x10) : value);
        count++;
      }
      return count;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
