package io.papilio.learn.data.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputsTest {
  @TempDir Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    for (String name : List.of("part-2", "part-10", "part-1", ".crc", "_SUCCESS", "other.txt")) {
      Files.writeString(folder.resolve(name), "1\n");
    }
    Files.createDirectories(folder.resolve("part-x/deep"));
    Files.writeString(folder.resolve("part-x/part-3"), "1\n");
    Files.writeString(folder.resolve("part-x/deep/part-4"), "1\n");
    Files.createDirectories(folder.resolve("empty/.git"));
  }

  @Test
  void shouldTakeFilesAsTheyAreGiven() {
    assertEquals(List.of("part-2", "-", "part-1"), expand("part-2", "-", "part-1"));
    assertEquals(List.of(".crc"), expand(".crc"));
  }

  @Test
  void shouldListFoldersSorted() {
    assertEquals(List.of("other.txt", "part-1", "part-10", "part-2"), expand(""));
  }

  @Test
  void shouldMatchPatterns() {
    assertEquals(List.of("part-1", "part-10", "part-2"), expand("part-*"));
    assertEquals(List.of("part-1", "part-2"), expand("part-?"));
    assertEquals(List.of("part-1", "part-2"), expand("part-[0-9]"));
    assertEquals(List.of("other.txt", "part-2"), expand("{other.txt,part-2}"));
    assertEquals(List.of("part-x/part-3"), expand("part-?/part-*"));
    assertEquals(List.of("part-x/deep/part-4", "part-x/part-3"), expand("part-x/**"));
    assertEquals(List.of("other.txt", "part-1", "part-10", "part-2"), expand("*"));
  }

  @Test
  void shouldTakeANameThatLooksLikeAPattern() throws IOException {
    Files.writeString(folder.resolve("part-[1]"), "1\n");
    assertEquals(List.of("part-[1]"), expand("part-[1]"));
  }

  @Test
  void shouldSayWhatIsNotThere() {
    shouldFail("none.svm", "no such file or folder");
    shouldFail("empty", "a folder without files");
    shouldFail("none-*", "no file matches");
    shouldFail("part-[", "neither a name nor a pattern of files");
    shouldFail("none/*", "no such folder: " + folder.resolve("none"));
  }

  private void shouldFail(String name, String problem) {
    DataException e = assertThrows(DataException.class, () -> expand("part-1", name));
    assertEquals(folder + "/" + name + ": " + problem, e.getMessage());
  }

  private List<String> expand(String... names) {
    List<String> arguments =
        List.of(names).stream().map(name -> name.equals("-") ? name : folder + "/" + name).toList();
    return Inputs.sources(arguments).stream()
        .map(Inputs.Input::name)
        .map(name -> name.equals("-") ? name : folder.relativize(Path.of(name)).toString())
        .toList();
  }
}
