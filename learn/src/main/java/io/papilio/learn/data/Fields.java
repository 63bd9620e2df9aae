package io.papilio.learn.data;

import io.papilio.learn.data.Report.BadLine;
import io.papilio.learn.data.Report.InputCount;
import io.papilio.runtime.communicator.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes and reads texts, counts and features as bytes, for files and for other workers. */
public final class Fields {
  private Fields() {}

  @FunctionalInterface
  public interface Writer<T> {
    void write(T value, DataOutputStream out) throws IOException;
  }

  @FunctionalInterface
  public interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  public static <T> Codec<T> codec(Writer<T> writer, Reader<T> reader) {
    return new Codec<>() {
      @Override
      public byte[] encode(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
          writer.write(value, new DataOutputStream(bytes));
        } catch (IOException e) {
          throw new UncheckedIOException(e); // not in memory
        }
        return bytes.toByteArray();
      }

      @Override
      public T decode(byte[] bytes) {
        try {
          return reader.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
          throw new UncheckedIOException(e); // if these are other bytes
        }
      }
    };
  }

  public static <T> void writeAll(List<T> values, Writer<T> writer, DataOutputStream out)
      throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      writer.write(value, out);
    }
  }

  public static <T> List<T> readAll(Reader<T> reader, DataInputStream in) throws IOException {
    List<T> values = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.add(reader.read(in));
    }
    return values;
  }

  /** Writes a text of any length, which {@link DataOutputStream#writeUTF} cannot. */
  public static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static String readText(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  public static void writeFeatures(Features features, DataOutputStream out) throws IOException {
    out.writeInt(features.bits());
    writeAll(features.interactions(), Fields::writeText, out);
    writeAll(Columns.names(features.columns()), Fields::writeText, out);
    writeText(features.naming().name(), out);
  }

  public static Features readFeatures(DataInputStream in) throws IOException {
    return new Features(
        in.readInt(),
        readAll(Fields::readText, in),
        Columns.of(readAll(Fields::readText, in)),
        Features.Naming.valueOf(readText(in)));
  }

  public static void writeInput(InputCount input, DataOutputStream out) throws IOException {
    writeText(input.name(), out);
    out.writeLong(input.rows());
    out.writeLong(input.badLines());
    writeBadLine(input.firstBad(), out);
  }

  public static InputCount readInput(DataInputStream in) throws IOException {
    return new InputCount(readText(in), in.readLong(), in.readLong(), readBadLine(in));
  }

  public static void writeBadLine(Optional<BadLine> line, DataOutputStream out) throws IOException {
    out.writeBoolean(line.isPresent());
    if (line.isPresent()) {
      writeText(line.get().file(), out);
      out.writeLong(line.get().line());
      writeText(line.get().message(), out);
    }
  }

  public static Optional<BadLine> readBadLine(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? Optional.of(new BadLine(readText(in), in.readLong(), readText(in)))
        : Optional.empty();
  }
}
