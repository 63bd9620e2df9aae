package io.papilio.bench.sweep;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * Stretches of DNA as rows of VW's format: a feature for each short word at each place.
 *
 * <pre>
 *   > chr_num=1, strand=+, position=180699, label=-1        the label of the row
 *   ...TTTCAGGCC...                                         141 letters around the middle
 *
 *   -1 | 0T:0.069 0TT:0.064 0TTT:0.06 ... 1T:0.069 ...      words of 1 to 8 letters
 * </pre>
 *
 * A word of k letters has the value √(9 − k), but for a factor by which rows have the length 1:
 * their products are the weighted degree kernel.
 *
 * <p>Sonnenburg and Franc: COFFIN (2010); used in Agarwal, Chapelle, Dudík and Langford: A Reliable
 * Effective Terascale Linear Learning System (2014) with words of up to 20 letters.
 */
final class SpliceKmers {
  static final int LONGEST = 8;
  static final int WINDOW = 141;

  private static final Pattern LABEL = Pattern.compile("label=([+-]?\\d+)");

  private SpliceKmers() {}

  /** Writes all of a FASTA file, packed by bzip2. */
  static void write(Path fasta, Path file) throws IOException {
    try (InputStream packed = Files.newInputStream(fasta);
        InputStream plain = new BZip2CompressorInputStream(packed, true);
        BufferedWriter writer = Files.newBufferedWriter(file)) {
      write(new InputStreamReader(plain, StandardCharsets.US_ASCII), writer);
    }
  }

  static void write(Reader fasta, Writer out) throws IOException {
    String header = "";
    StringBuilder letters = new StringBuilder();
    BufferedReader lines = new BufferedReader(fasta);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(">")) {
        writeRow(header, letters, out);
        header = line;
        letters.setLength(0);
      } else {
        letters.append(line.strip());
      }
    }
    writeRow(header, letters, out);
  }

  private static void writeRow(String header, CharSequence letters, Writer out) throws IOException {
    if (header.isEmpty()) {
      return; // before the first
    }
    Matcher label = LABEL.matcher(header);
    if (!label.find() || letters.length() < WINDOW) {
      throw new IllegalArgumentException(
          "no label, or too few letters (%d) after %s".formatted(letters.length(), header));
    }
    out.write(label.group(1) + " |");
    int from = (letters.length() - WINDOW) / 2;
    String window = letters.subSequence(from, from + WINDOW).toString();
    for (int place = 0; place < WINDOW; place++) {
      for (int length = 1; length <= Math.min(LONGEST, WINDOW - place); length++) {
        String word = window.substring(place, place + length);
        if (word.matches("[ACGT]+")) { // others, as N for one that is not known, are no features
          out.write(" " + place + word + ":" + value(length));
        }
      }
    }
    out.write("\n");
  }

  private static float value(int length) {
    double sum = 0;
    for (int each = 1; each <= LONGEST; each++) {
      sum += (LONGEST + 1 - each) * (WINDOW + 1 - each);
    }
    return (float) Math.sqrt((LONGEST + 1 - length) / sum);
  }
}
