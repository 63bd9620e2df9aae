package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Features;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatTest {

  @ParameterizedTest
  @CsvSource({
    "a.libsvm, LIBSVM",
    "x/y.svm, LIBSVM",
    "a.b.SVMLIGHT, LIBSVM",
    "a.svm.gz, LIBSVM",
    "a.vw.bz2, VW",
    "a.vw, VW",
    "a.csv.zst, CSV",
    "a.CSV, CSV",
    "x/train-images-idx3-ubyte, IDX",
    "t10k-images.idx3-ubyte.gz, IDX"
  })
  void shouldTellFromTheName(String name, Format format) {
    assertEquals(Optional.of(format), Format.ofName(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"csv", "a.txt", "a.gz", "folder.vw/a", "-", "rcv1_train", "a.idx", "idx3-ubyte"})
  void shouldNotGuessFromOtherNames(String name) {
    assertEquals(Optional.empty(), Format.ofName(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1 | a b; VW",
        "| a b; VW",
        ",1,2; CSV",
        "1; LIBSVM",
        "1 2 'x|a 3:4; VW",
        "+1 3:4 5:6; LIBSVM",
        "-1.5e3; LIBSVM",
        "3:4 5:6; LIBSVM",
        "3:-0.5; LIBSVM",
        "1 # none; LIBSVM",
        "label,a,b; CSV",
        "1,2,3; CSV"
      })
  void shouldTellFromALine(String line, Format format) {
    assertEquals(Optional.of(format), Format.ofLine(line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello world", "1 2 3", "a:b c:d"})
  void shouldNotGuessFromOtherLines(String line) {
    assertEquals(Optional.empty(), Format.ofLine(line));
  }

  @Test
  void shouldSayWhatFeaturesAreCalled() {
    assertEquals(Features.Naming.INDEX, Format.LIBSVM.naming());
    assertEquals(Features.Naming.TEXT, Format.VW.naming());
    assertEquals(Features.Naming.COLUMN, Format.CSV.naming());
    assertEquals(Features.Naming.INDEX, Format.IDX.naming());
  }

  @Test
  void shouldCheckFeatures() {
    assertThrows(IllegalArgumentException.class, () -> Features.hashed(-1));
    assertThrows(IllegalArgumentException.class, () -> Features.hashed(31));
    assertThrows(IllegalArgumentException.class, () -> new Features(9, List.of("ab", "abc")));
    assertThrows(IllegalArgumentException.class, () -> new Features(9, List.of("aä")));
    assertEquals((1 << 30) - 1, Features.hashed(30).mask());
    assertEquals(1, Features.hashed(1).mask());
  }
}
