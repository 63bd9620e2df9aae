package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code train --cache}. */
class TrainCacheTest {
  @TempDir private Path folder;
  private final List<byte[]> models = new ArrayList<>();

  private Run train(Path data, String... more) throws IOException {
    String model = folder.resolve("model").toString();
    List<String> all = new ArrayList<>(List.of("train", "--data", data.toString()));
    Collections.addAll(all, "--out", model, "--workers", "2");
    Collections.addAll(all, more);
    Run run = Run.succeeds(all.toArray(String[]::new));
    models.add(Files.readAllBytes(Path.of(model)));
    return run;
  }

  @Test
  void shouldGiveTheSameModelFromTheCache() throws IOException {
    Path data = folder.resolve("train.svm");
    String cache = folder.resolve("rows").toString();
    Run.succeeds("data", "generate", "rcv1", "--rows", "500", "--out", data.toString());
    train(data);
    assertTrue(train(data, "--cache", cache).err().contains("is written: 250 rows"));
    assertFalse(train(data, "--cache", cache).err().contains("cache"));
    Run run = train(data, "--cache", cache, "--launch", "processes");
    assertFalse(run.err().contains("cache"), run.err());
    List<Path> files = files(cache);
    assertEquals(2, files.size(), files.toString());
    for (byte[] model : models) {
      assertArrayEquals(models.get(0), model);
    }
    for (Path file : files) {
      Files.delete(file);
    }
    run = train(data, "--cache", cache, "--launch", "processes");
    long written = run.err().lines().filter(line -> line.contains("is written")).count();
    assertEquals(1, written, "the leading worker tells of its own alone: " + run.err());
    assertEquals(files, files(cache));
  }

  private static List<Path> files(String cache) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(cache))) {
      return files.sorted().toList();
    }
  }

  /** Neither memory nor a cache changes a bit; the temporary file is gone. */
  @Test
  void shouldGiveTheSameModelWithLessMemory() throws IOException {
    Path data = folder.resolve("train.svm");
    Run.succeeds("data", "generate", "rcv1", "--rows", "9000", "--out", data.toString());
    String cache = folder.resolve("rows").toString();
    train(data, "--test", data.toString());
    Run run = train(data, "--test", data.toString(), "--memory", "1m");
    assertTrue(run.err().contains("rows beyond 786 kB stay on the disk"), run.err());
    train(data, "--memory", "1m", "--cache", cache);
    train(data, "--memory", "1m", "--cache", cache, "--launch", "processes");
    for (byte[] model : models) {
      assertArrayEquals(models.get(0), model);
    }
    Run.isRefused("'few' is no size like", "train", "--memory", "few");
    Run.isRefused("memory is for data in files", "train", "--memory", "1m");
  }

  @Test
  void shouldKeepTheColumnsOfTheModel() throws IOException {
    Path data = folder.resolve("train.csv");
    Files.writeString(data, "left,right,y\n" + "1,0,-1\n0,1,1\n".repeat(10));
    String cache = folder.resolve("rows").toString();
    for (int i = 0; i < 3; i++) {
      train(data, "--cache", cache);
    }
    assertArrayEquals(models.get(0), models.get(2));
    Path other = folder.resolve("other.csv");
    Files.writeString(other, "right,left\n1,0\n0,1\n");
    String model = folder.resolve("model").toString();
    Run run = Run.succeeds("predict", "--model-file", model, "--data", other.toString());
    assertEquals("1\n-1\n", run.out());
  }

  @Test
  void shouldRefuseACacheThatCannotBe() throws IOException {
    Path data = folder.resolve("train.svm");
    Files.writeString(data, "1 1:1\n-1 2:1\n");
    String name = data.toString();
    Run.isRefused("none", "train", "--data", name, "--cache", folder.resolve("none/x").toString());
    Run.isRefused("is a file: a cache is a folder", "train", "--data", name, "--cache", name);
    Run.isRefused(
        "a cache needs data in files", "train", "--cache", folder.resolve("x").toString());
  }
}
