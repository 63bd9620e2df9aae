package io.papilio.spark;

import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A file with a model, as {@link ModelFile} writes and reads it, on any file system that Hadoop
 * knows.
 */
public final class HadoopModel {
  private static final String NAME = "model";

  private HadoopModel() {}

  /** Replaces what was there. */
  public static void write(Model model, Path file, Configuration hadoop) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("papilio");
    java.nio.file.Path local = folder.resolve(NAME);
    try {
      ModelFile.write(model, local);
      file.getFileSystem(hadoop).copyFromLocalFile(new Path(local.toUri()), file);
    } finally {
      Files.deleteIfExists(local);
      Files.delete(folder);
    }
  }

  /**
   * @throws io.papilio.learn.data.DataException if it is not a model, or not as it was written
   */
  public static Model read(Path file, Configuration hadoop) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("papilio");
    java.nio.file.Path local = folder.resolve(NAME);
    try { // raw: without the checksums that Hadoop would leave beside it
      file.getFileSystem(hadoop).copyToLocalFile(false, file, new Path(local.toUri()), true);
      return ModelFile.read(local);
    } finally {
      Files.deleteIfExists(local);
      Files.delete(folder);
    }
  }
}
