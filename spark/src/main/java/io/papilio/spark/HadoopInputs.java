package io.papilio.spark;

import io.papilio.learn.data.DataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
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
    inputs.forEach(input -> matches(input, hadoop));
  }

  /**
   * Returns all files, in the order of the inputs; those of each input are sorted.
   *
   * @throws DataException if there is none for one of them
   */
  static List<Path> files(List<String> inputs, Configuration hadoop) {
    List<Path> all = new ArrayList<>();
    for (String input : inputs) {
      List<Path> files = new ArrayList<>();
      for (FileStatus match : matches(input, hadoop)) {
        if (match.isFile()) {
          files.add(match.getPath());
        } else {
          files.addAll(filesIn(match.getPath(), hadoop));
        }
      }
      if (files.isEmpty()) {
        throw new DataException(input, "a folder without files");
      }
      Collections.sort(files);
      all.addAll(files);
    }
    return all;
  }

  private static List<FileStatus> matches(String input, Configuration hadoop) {
    try {
      Path path = new Path(input);
      FileSystem system = path.getFileSystem(hadoop);
      FileStatus[] found = // a file's name may look like a pattern
          system.exists(path)
              ? new FileStatus[] {system.getFileStatus(path)}
              : system.globStatus(path, HadoopInputs::isVisible);
      if (found == null || found.length == 0) {
        throw new DataException(input, "no such file or folder");
      }
      return List.of(found);
    } catch (IOException | IllegalArgumentException e) {
      throw new DataException(input, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Path> filesIn(Path folder, Configuration hadoop) {
    try {
      FileStatus[] found = folder.getFileSystem(hadoop).listStatus(folder, HadoopInputs::isVisible);
      return Arrays.stream(found).filter(FileStatus::isFile).map(FileStatus::getPath).toList();
    } catch (IOException e) {
      throw new DataException(folder.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean isVisible(Path path) {
    return !path.getName().startsWith(".") && !path.getName().startsWith("_");
  }
}
