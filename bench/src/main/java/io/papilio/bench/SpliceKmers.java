package io.papilio.bench;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * Stretches of DNA as rows: a feature for each short word at each place, hashed.
 *
 * <pre>
 *   > chr_num=1, strand=+, position=180699, label=-1        the label of the row
 *   ...TTTCAGGCC...                                         141 letters around the middle
 *
 *   T@0 T@1 T@2 C@3 ... TT@0 TT@1 TC@2 ... TTTC@0 ...       words of 1 to 8 letters
 * </pre>
 *
 * A word of k letters has the value √(9 − k), but for a factor by which rows have the length 1:
 * their products are the weighted degree kernel.
 *
 * <p>Sonnenburg and Franc: COFFIN (2010); used in Agarwal, Chapelle, Dudík and Langford: A Reliable
 * Effective Terascale Linear Learning System (2014) with words of up to 20 letters.
 */
final class SpliceKmers {
  static final int BITS = 20;
  static final int LONGEST = 8;
  static final int WINDOW = 141;

  private static final Pattern LABEL = Pattern.compile("label=([+-]?\\d+)");
  private static final String LETTERS = "ACGT";
  private static final int BLOCK = 10_000;

  private final List<SparseRows> blocks = new ArrayList<>();
  private final float[] values = new float[LONGEST + 1]; // by the length of a word
  private RowsBuilder rows = new RowsBuilder();
  private int size;

  private SpliceKmers() {
    double sum = 0;
    for (int length = 1; length <= LONGEST; length++) {
      sum += (LONGEST + 1 - length) * (WINDOW + 1 - length);
    }
    for (int length = 1; length <= LONGEST; length++) {
      values[length] = (float) Math.sqrt((LONGEST + 1 - length) / sum);
    }
  }

  /** All of a FASTA file, packed by bzip2. */
  static List<SparseRows> read(Path file) throws IOException {
    try (InputStream packed = Files.newInputStream(file);
        InputStream plain = new BZip2CompressorInputStream(packed, true)) {
      return read(new InputStreamReader(plain, StandardCharsets.US_ASCII));
    }
  }

  static List<SparseRows> read(Reader fasta) throws IOException {
    SpliceKmers kmers = new SpliceKmers();
    String header = "";
    StringBuilder letters = new StringBuilder();
    BufferedReader lines = new BufferedReader(fasta);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(">")) {
        kmers.add(header, letters);
        header = line;
        letters.setLength(0);
      } else {
        letters.append(line.strip());
      }
    }
    kmers.add(header, letters);
    kmers.endBlock();
    return kmers.blocks;
  }

  private void add(String header, CharSequence letters) {
    if (header.isEmpty()) {
      return; // before the first
    }
    Matcher label = LABEL.matcher(header);
    if (!label.find() || letters.length() < WINDOW) {
      throw new IllegalArgumentException(
          "no label, or too few letters (%d) after %s".formatted(letters.length(), header));
    }
    int from = (letters.length() - WINDOW) / 2;
    addWords(letters.subSequence(from, from + WINDOW));
    rows.endRow(Float.parseFloat(label.group(1)), 1);
    size++;
    if (size % BLOCK == 0) {
      endBlock();
    }
  }

  /** Words with another letter, as N for one that is not known, are no features. */
  private void addWords(CharSequence window) {
    for (int place = 0; place < WINDOW; place++) {
      long word = 1;
      for (int length = 1; length <= Math.min(LONGEST, WINDOW - place); length++) {
        int letter = LETTERS.indexOf(window.charAt(place + length - 1));
        if (letter < 0) {
          break;
        }
        word = word << 2 | letter;
        rows.add(index(place, word), values[length]);
      }
    }
  }

  /** Of a word, which begins with a 1 that tells its length, at a place. */
  static int index(int place, long word) {
    long hash = ((long) place << 32 | word) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) (hash >>> 64 - BITS);
  }

  private void endBlock() {
    SparseRows block = rows.build();
    if (block.size() > 0) {
      blocks.add(block);
      rows = new RowsBuilder();
    }
  }
}
