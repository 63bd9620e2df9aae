package io.papilio.cli.train;

import io.papilio.learn.linear.LinearText;
import io.papilio.learn.matrix.AtomPicture;
import io.papilio.learn.model.Model;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** What models are exported as: a text, or a picture. */
enum ExportFormat {
  LIBLINEAR,
  VW,
  TEXT,
  PNG;

  void write(Model model, Path file) throws IOException {
    if (this == PNG) {
      draw(model, file);
      return;
    }
    try (Writer out = Files.newBufferedWriter(file)) {
      if (this == TEXT) {
        model.describe(out);
      } else {
        LinearText.valueOf(name()).write(model, out);
      }
    }
  }

  /** Through a stream: given a file, ImageIO deletes it first, even if it is a pipe. */
  private static void draw(Model model, Path file) throws IOException {
    BufferedImage picture = AtomPicture.of(model);
    try (OutputStream out = Files.newOutputStream(file);
        ImageOutputStream image = new MemoryCacheImageOutputStream(out)) {
      ImageIO.write(picture, "png", image);
    }
  }
}
