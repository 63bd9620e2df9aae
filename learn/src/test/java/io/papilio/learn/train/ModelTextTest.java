package io.papilio.learn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Features;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.matrix.Classes;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelTextTest {
  private static String text(ModelText format, Loss loss, float negative) throws IOException {
    float[] weights = {0.5f, 0, -2, 0.25f};
    StringWriter out = new StringWriter();
    Features features = new Features(0, List.of());
    format.write(new LinearModel(loss, weights, negative, 3, features), out);
    return out.toString();
  }

  @Test
  void shouldWriteWhatLiblinearReads() throws IOException {
    String header = "solver_type L2R_LR\nnr_class 2\nlabel 3 -1\nnr_feature 3\nbias 1\nw\n";
    assertEquals(header + "0.5\n0.0\n-2.0\n0.25\n", text(ModelText.LIBLINEAR, Loss.LOGISTIC, -1));
    assertThrows(
        IllegalArgumentException.class, () -> text(ModelText.LIBLINEAR, Loss.LOGISTIC, 0.5f));
  }

  @Test
  void shouldWriteOnlyWeightsThatCount() throws IOException {
    assertEquals(
        "Min label:1.0\nMax label:3.0\nbits:0\n:0\n0:0.5\n2:-2.0\nConstant:0.25\n",
        text(ModelText.VW, Loss.HINGE, 1));
  }

  @Test
  void shouldPutTheHeaviestFirst() throws IOException {
    assertEquals(
        "# a linear model of 3 features, HINGE loss\nbias\t0.25\n3\t-2.0\n1\t0.5\n",
        text(ModelText.TEXT, Loss.HINGE, 1));
  }

  @Test
  void shouldWriteMatricesAsTextOnly() throws IOException {
    float[] weights = {1, 2, 0, 0, 0.5f, -3, 0, 0.25f};
    MatrixModel model =
        new MatrixModel(
            new MatrixModel.Shape(MatrixKind.SOFTMAX, 2, 4, 1),
            weights,
            Optional.of(new Classes(List.of(-7, 9))),
            Features.plain());
    StringWriter out = new StringWriter();
    ModelText.TEXT.write(model, out);
    assertEquals(
        "# softmax of 2 classes, 3 features; a line is a feature, with a weight for each label\n"
            + "label\t-7\t9\n1\t1.0\t2.0\n3\t0.5\t-3.0\nbias\t0.0\t0.25\n",
        out.toString());
    for (ModelText format : List.of(ModelText.LIBLINEAR, ModelText.VW)) {
      assertThrows(IllegalArgumentException.class, () -> format.write(model, out));
    }
  }
}
