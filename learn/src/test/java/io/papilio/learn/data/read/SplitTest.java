package io.papilio.learn.data.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.format.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aaaa\nbbbbbbbbb\nc\n\n\nddd\r\nee\n",
        "aaaa\nbbbbbbbbb\nc\n\n\nddd\r\nee",
        "a",
        "\n",
        "\n\n\n",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb"
      })
  void shouldGiveEachLineToOneSplit(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), text);
    int length = text.length();
    for (int cut = 0; cut <= length; cut++) {
      for (int next = cut; next <= length; next++) {
        String first = read(new Split(file, 0, cut, true));
        String second = cut == 0 ? "" : read(new Split(file, cut, next, false));
        String third = next == 0 ? "" : read(new Split(file, next, length, false));
        String all = cut == 0 ? read(new Split(file, 0, length, true)) : first + second + third;
        assertEquals(text, all, "cut at " + cut + " and " + next);
        if (cut > 0) {
          int end = text.indexOf('\n', cut - 1) + 1;
          assertEquals(end == 0 ? text : text.substring(0, end), first, "cut at " + cut);
        }
      }
    }
  }

  @Test
  void shouldBeginAfterTheHeader() throws IOException {
    String text = "header\na\nbb\nccc\ndddd\n";
    Path file = Files.writeString(folder.resolve("file"), text);
    for (int bytes = 1; bytes <= text.length(); bytes++) {
      StringBuilder all = new StringBuilder();
      List<Split> pieces = Split.of(file, 0, text.length(), 7).cut(bytes);
      assertEquals((text.length() - 7 + bytes - 1) / bytes, pieces.size());
      for (Split split : pieces) {
        all.append(read(split));
      }
      assertEquals(text.substring(7), all.toString(), bytes + " bytes");
    }
  }

  @Test
  void shouldGiveTheSameLinesInPieces() throws IOException {
    String text = "a\nbb\n\nccc\ndddd\nffffffffff\ng";
    Path file = Files.writeString(folder.resolve("file"), text);
    for (int from = 1; from < text.length(); from++) {
      Split whole = new Split(file, from, text.length() - 1, false);
      for (int bytes = 1; bytes < text.length(); bytes++) {
        StringBuilder all = new StringBuilder();
        byte[] room = new byte[4]; // large enough for some
        for (Split piece : whole.cut(bytes)) {
          Text read = piece.read(room);
          all.append(string(read));
        }
        assertEquals(read(whole), all.toString(), "from %d, %d bytes".formatted(from, bytes));
      }
    }
  }

  private static String read(Split split) throws IOException {
    Text text = split.read(new byte[0]);
    String lines = string(text);
    if (!lines.isEmpty()) {
      String file = Files.readString(split.path());
      assertEquals(
          lines, file.substring((int) text.offset(), (int) text.offset() + lines.length()));
    }
    return lines;
  }

  /** Also far behind what is read of the file at once. */
  @Test
  void shouldNumberLines() throws IOException {
    String text = "a\n\nbb\nccc\nd" + "e".repeat(1 << 16) + "\nf\n" + "\n".repeat(1 << 17) + "g";
    Path file = Files.writeString(folder.resolve("file"), text);
    for (int at = 0; at <= text.length(); at += at < 20 || at % 997 == 0 ? 1 : 331) {
      long expected = 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
      assertEquals(expected, Split.lineAt(file, at), "at " + at);
    }
  }

  private static String string(Text text) {
    return new String(text.bytes(), text.from(), text.to() - text.from(), StandardCharsets.UTF_8);
  }

  @Test
  void shouldCutStreamsIntoWholeLines() throws IOException {
    String text = "1 1:1\n2 1:2 7:3\n\n3\n4 1:44444444444444444\n5";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int read = 0; read <= bytes.length; read++) {
      for (int blockBytes = 1; blockBytes <= bytes.length + 1; blockBytes++) {
        Text begun = new Text(bytes.clone(), 0, read);
        ByteArrayInputStream rest = new ByteArrayInputStream(bytes, read, bytes.length - read);
        assertEquals(text, joined(new Blocks(begun, rest, blockBytes)), read + ", " + blockBytes);
      }
    }
  }

  private static String joined(Blocks blocks) throws IOException {
    StringBuilder all = new StringBuilder();
    Optional<Text> text = blocks.next();
    while (text.isPresent()) {
      String next = string(text.get());
      assertEquals(true, next.endsWith("\n") || next.endsWith("5"), next);
      all.append(next);
      text = blocks.next();
    }
    return all.toString();
  }
}
