package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Message.Lane;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.nio.ByteOrder;

/**
 * What a process that connects says about itself.
 *
 * @param job the job it wants to take part in
 * @param node its number, or {@link #NEW}
 * @param rank the rank it wants, or {@link #ANY}; of a new node
 * @param lane what the connection is for
 * @param address where it can be reached
 * @param offer a name in shared memory that it offers to use, or nothing
 * @param meant whom it means to talk to, or {@link #ANYBODY}: another process may have come to
 *     listen where that one did
 */
public record Hello(
    String job, int node, int rank, Lane lane, String address, String offer, int meant) {
  /** It has no number yet: the rendezvous gives it one. */
  public static final int NEW = -2;

  /** It takes whatever rank there is. */
  public static final int ANY = -1;

  /** Whoever listens there. */
  public static final int ANYBODY = -2;

  private static final int VERSION = 2;

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeUTF(ByteOrder.nativeOrder().toString());
      out.writeUTF(job);
      out.writeInt(node);
      out.writeInt(rank);
      out.writeByte(lane.ordinal());
      out.writeUTF(address);
      out.writeUTF(offer);
      out.writeInt(meant);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  static Hello decode(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readByte();
      if (version != VERSION) {
        throw new ProtocolException("speaks version " + version + " of the protocol");
      }
      String order = in.readUTF();
      if (!order.equals(ByteOrder.nativeOrder().toString())) {
        throw new ProtocolException("is a " + order + " machine");
      }
      String job = in.readUTF();
      int node = in.readInt();
      int rank = in.readInt();
      int lane = in.readByte();
      if (node < NEW || rank < ANY || lane < 0 || lane >= Lane.values().length) {
        throw new ProtocolException("node %d, rank %d, lane %d".formatted(node, rank, lane));
      }
      String address = in.readUTF();
      String offer = in.readUTF();
      int meant = in.readInt();
      if (meant < ANYBODY) {
        throw new ProtocolException("means node " + meant);
      }
      Hello hello = new Hello(job, node, rank, Lane.values()[lane], address, offer, meant);
      if (in.available() > 0) {
        throw new ProtocolException(in.available() + " bytes too many");
      }
      Endpoint.parse(hello.address);
      return hello;
    } catch (IllegalArgumentException e) {
      throw new ProtocolException("is " + e.getMessage());
    } catch (EOFException | UTFDataFormatException e) {
      throw new ProtocolException("said what cannot be read");
    }
  }
}
