package io.papilio.learn.data;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * How features get their indices.
 *
 * <p>With {@code bits} of 0 indices are what the file says, and text has none; VW's format, which
 * always hashes, then takes {@link #DEFAULT_BITS}. Otherwise all indices are below 2^bits: text is
 * hashed, numbers keep their last bits, so that numbers below 2^bits stay what they are. Entries of
 * a row that fall on the same index are added.
 *
 * <p>An interaction is two letters: for each feature of a namespace that begins with the first, and
 * each of one that begins with the second, there is one more whose value is their product. With the
 * same letter twice each pair counts once, and each feature makes one with itself. LIBSVM and CSV
 * have one namespace, whose letter is a space.
 *
 * @param columns by which CSV files are read; if empty, the first one's header says
 * @param naming what features are called in files; other files have to call them so, too
 */
public record Features(
    int bits, List<String> interactions, Optional<Columns> columns, Naming naming) {
  public enum Naming {
    /** Nobody knows, or it differs from file to file. */
    UNKNOWN("features"),
    /** Numbers, which are indices: LIBSVM, and the pixels of images. */
    INDEX("features by index"),
    /** Any text, which is hashed: VW. */
    TEXT("hashed names"),
    /** Names of columns: CSV. */
    COLUMN("columns");

    private final String words;

    Naming(String words) {
      this.words = words;
    }

    /** Returns what people call such features. */
    public String words() {
      return words;
    }
  }

  /** As many as an array can have elements. */
  public static final int MOST_BITS = 30;

  public static final int DEFAULT_BITS = 18;

  public Features {
    interactions = List.copyOf(interactions);
    naming = columns.isPresent() ? Naming.COLUMN : naming;
    if (bits < 0 || bits > MOST_BITS) {
      throw new IllegalArgumentException("bits must be 0 to " + MOST_BITS + ": " + bits);
    }
    for (String pair : interactions) {
      if (pair.length() != 2 || pair.chars().anyMatch(letter -> letter > 127)) {
        throw new IllegalArgumentException("an interaction is two ASCII letters: " + pair);
      }
    }
  }

  public Features(int bits, List<String> interactions, Optional<Columns> columns) {
    this(bits, interactions, columns, Naming.UNKNOWN);
  }

  public Features(int bits, List<String> interactions) {
    this(bits, interactions, Optional.empty());
  }

  /** Indices as the file says. */
  public static Features plain() {
    return new Features(0, List.of());
  }

  /** Hashed to fewer than 2^bits. */
  public static Features hashed(int bits) {
    return new Features(bits, List.of());
  }

  public Features with(Columns known) {
    return new Features(bits, interactions, Optional.of(known));
  }

  public Features with(Naming known) {
    return new Features(bits, interactions, columns, known);
  }

  /**
   * Returns the same as features that were learned, by which other files are read: what is neither
   * hashed nor in columns goes by index.
   */
  public Features learned() {
    boolean isIndex = naming == Naming.UNKNOWN && !isHashed();
    return isIndex ? with(Naming.INDEX) : this;
  }

  /** Returns whether a feature has the same index in both, as far as is known. */
  public boolean agreesWith(Features other) {
    boolean isSameNaming =
        naming == other.naming || naming == Naming.UNKNOWN || other.naming == Naming.UNKNOWN;
    return isSameNaming
        && bits == other.bits
        && interactions.equals(other.interactions)
        && columns.equals(other.columns);
  }

  /** Returns whether all indices are below 2^bits. */
  public boolean isHashed() {
    return bits > 0;
  }

  /** Returns a mask of all bits that an index may have. */
  public int mask() {
    return bits == 0 ? Integer.MAX_VALUE : (1 << bits) - 1;
  }

  /** These, or if they are not hashed, the same with the default bits. */
  public Features orDefaultBits() {
    return isHashed() ? this : new Features(DEFAULT_BITS, interactions, columns, naming);
  }

  /**
   * Returns the index of a feature by its name, as a row of text would have it; nothing if no
   * feature has that name.
   */
  public OptionalInt index(String name) {
    int place = columns.map(known -> known.features().indexOf(name)).orElse(-1);
    if (place >= 0) {
      return OptionalInt.of(place & mask());
    }
    return isHashed() ? OptionalInt.of(hash(name) & mask()) : OptionalInt.empty();
  }

  /** A name that is a number is its own hash, as in VW's format. */
  private static int hash(String name) {
    if (name.matches("\\d{1,9}")) {
      return Integer.parseInt(name);
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return MurmurHash3.hash32x86(bytes, 0, bytes.length, 0);
  }

  /** Returns what kind of features they are, for people. */
  public String kind() {
    if (columns.isPresent()) {
      return "the columns " + String.join(", ", columns.get().features());
    }
    String hashed = isHashed() ? " (%d bits)".formatted(bits) : "";
    return learned().naming.words + hashed;
  }

  /** Returns what to call a feature: its name if it has one, else its number, from 1. */
  public String title(int index) {
    return columns
        .map(Columns::features)
        .filter(names -> index < names.size())
        .map(names -> names.get(index))
        .orElse(Integer.toString(index + 1));
  }
}
