package io.papilio.spark;

import io.papilio.learn.data.DataException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * The files that the names of inputs stand for, as the command understands them: a file, the files
 * of a folder but not those in its folders, or the files and folders that match a pattern. Of
 * folders and patterns, files are left out whose names begin with a dot or an underscore.
 */
final class HadoopInputs {
  private HadoopInputs() {}

  /**
   * Checks that there is something for each input, be it a folder of folders.
   *
   * @throws DataException if there is nothing for one of them
   */
  static void require(List<String> inputs, Configuration hadoop) {
    inputs.forEach(input -> find(input, false, hadoop));
  }

  /**
   * Returns all files, in the order of the inputs; those of each input are sorted.
   *
   * @throws DataException if there is none for one of them
   */
  static List<Path> files(List<String> inputs, Configuration hadoop) {
    return inputs.stream().flatMap(input -> find(input, true, hadoop)).toList();
  }

  /** Returns what matches, or the files in it. */
  private static Stream<Path> find(String input, boolean opensFolders, Configuration hadoop) {
    try {
      Path path = new Path(input);
      FileSystem system = path.getFileSystem(hadoop);
      FileStatus[] matches = // a file's name may look like a pattern
          system.exists(path)
              ? new FileStatus[] {system.getFileStatus(path)}
              : system.globStatus(path, HadoopInputs::isVisible);
      if (matches == null || matches.length == 0) {
        throw new DataException(input, "no such file or folder");
      }
      Path[] paths = FileUtil.stat2Paths(matches);
      if (!opensFolders) {
        return Arrays.stream(paths);
      }
      FileStatus[] files =
          Arrays.stream(system.listStatus(paths, HadoopInputs::isVisible))
              .filter(FileStatus::isFile)
              .toArray(FileStatus[]::new);
      if (files.length == 0) {
        throw new DataException(input, "a folder without files");
      }
      return Arrays.stream(FileUtil.stat2Paths(files)).sorted();
    } catch (IOException | IllegalArgumentException e) {
      throw new DataException(input, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean isVisible(Path path) {
    return !path.getName().startsWith(".") && !path.getName().startsWith("_");
  }
}
