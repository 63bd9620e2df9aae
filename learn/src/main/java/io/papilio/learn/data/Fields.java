package io.papilio.learn.data;

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
final class Fields {
  private Fields() {}

  /** Writes something. */
  @FunctionalInterface
  interface Writing {
    void write(DataOutputStream out) throws IOException;
  }

  /** Reads something. */
  @FunctionalInterface
  interface Reading<T> {
    T read(DataInputStream in) throws IOException;
  }

  static byte[] bytes(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static <T> T read(byte[] bytes, Reading<T> reading) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return reading.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  static List<String> readTexts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      texts.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
    }
    return texts;
  }

  static void writeFeatures(DataOutputStream out, Features features) throws IOException {
    out.writeInt(features.bits());
    writeTexts(out, features.interactions());
    writeTexts(out, Columns.names(features.columns()));
    out.writeUTF(features.naming().name());
  }

  static Features readFeatures(DataInputStream in) throws IOException {
    return new Features(
        in.readInt(),
        readTexts(in),
        Columns.of(readTexts(in)),
        Features.Naming.valueOf(in.readUTF()));
  }

  static void writeInputs(DataOutputStream out, List<Report.InputCount> inputs) throws IOException {
    out.writeInt(inputs.size());
    for (Report.InputCount input : inputs) {
      out.writeLong(input.rows());
      out.writeLong(input.badLines());
      out.writeLong(input.firstBad().map(Report.BadLine::line).orElse(0L));
      List<String> texts = new ArrayList<>(List.of(input.name()));
      input.firstBad().ifPresent(bad -> texts.addAll(List.of(bad.file(), bad.message())));
      writeTexts(out, texts);
    }
  }

  static List<Report.InputCount> readInputs(DataInputStream in) throws IOException {
    List<Report.InputCount> inputs = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      long rows = in.readLong();
      long badLines = in.readLong();
      long line = in.readLong();
      List<String> texts = readTexts(in);
      Optional<Report.BadLine> firstBad =
          texts.size() == 1
              ? Optional.empty()
              : Optional.of(new Report.BadLine(texts.get(1), line, texts.get(2)));
      inputs.add(new Report.InputCount(texts.get(0), rows, badLines, firstBad));
    }
    return inputs;
  }
}
