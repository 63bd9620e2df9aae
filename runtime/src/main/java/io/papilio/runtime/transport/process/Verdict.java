package io.papilio.runtime.transport.process;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;

/**
 * The answer to a {@link Hello}: whether it may come in.
 *
 * @param node the number it has or now gets
 * @param sharesMemory whether its offer was taken
 * @param refusal why not; empty if it may
 */
public record Verdict(int node, boolean sharesMemory, String refusal) {
  /** So that it fits into what a handshake may say, whatever it quotes. */
  private static final int MOST_CHARACTERS = 500;

  public Verdict {
    if (refusal.length() > MOST_CHARACTERS) {
      refusal = refusal.substring(0, MOST_CHARACTERS);
    }
  }

  public static Verdict admit(int node) {
    return new Verdict(node, false, "");
  }

  public static Verdict refuse(String why) {
    return new Verdict(Hello.NEW, false, why);
  }

  public boolean isRefusal() {
    return !refusal.isEmpty();
  }

  Verdict withSharedMemory() {
    return new Verdict(node, true, refusal);
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(node);
      out.writeBoolean(sharesMemory);
      out.writeUTF(refusal);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  static Verdict decode(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      Verdict verdict = new Verdict(in.readInt(), in.readBoolean(), in.readUTF());
      if (in.available() > 0) {
        throw new ProtocolException(in.available() + " bytes too many");
      }
      return verdict;
    } catch (EOFException | UTFDataFormatException e) {
      throw new ProtocolException("said what cannot be read");
    }
  }
}
