package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.Features;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import io.papilio.learn.setting.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearTextTest {
  private static String text(LinearText format, Loss loss, float negative) throws IOException {
    float[] weights = {0.5f, 0, -2, 0.25f};
    StringWriter out = new StringWriter();
    Features features = new Features(0, List.of());
    format.write(new LinearModel(loss, weights, negative, 3, features), out);
    return out.toString();
  }

  @Test
  void shouldWriteWhatLiblinearReads() throws IOException {
    String header = "solver_type L2R_LR\nnr_class 2\nlabel 3 -1\nnr_feature 3\nbias 1\nw\n";
    assertEquals(header + "0.5\n0.0\n-2.0\n0.25\n", text(LinearText.LIBLINEAR, Loss.LOGISTIC, -1));
    assertThrows(
        IllegalArgumentException.class, () -> text(LinearText.LIBLINEAR, Loss.LOGISTIC, 0.5f));
  }

  @Test
  void shouldWriteOnlyWeightsThatCount() throws IOException {
    assertEquals(
        "Min label:1.0\nMax label:3.0\nbits:0\n:0\n0:0.5\n2:-2.0\nConstant:0.25\n",
        text(LinearText.VW, Loss.HINGE, 1));
  }

  @Test
  void shouldPutTheHeaviestFirst() throws IOException {
    float[] weights = {0.5f, 0, -2, 0.25f};
    Features features = Features.plain().with(new Columns("y", List.of("age", "size", "height")));
    StringWriter out = new StringWriter();
    new LinearModel(Loss.HINGE, weights, 1, 3, features).describe(out);
    assertEquals(
        "# a linear model of 3 features, hinge loss\nbias\t0.25\nheight\t-2.0\nage\t0.5\n",
        out.toString());
    out = new StringWriter();
    new LinearModel(Loss.HINGE, weights, 1, 3, Features.plain()).describe(out);
    assertEquals(
        "# a linear model of 3 features, hinge loss\nbias\t0.25\n3\t-2.0\n1\t0.5\n",
        out.toString());
  }

  @Test
  void shouldWriteMatricesAsTextOnly() throws IOException {
    float[] weights = {1, 2, 0, 0, 0.5f, -3, 0, 0.25f};
    Learned learned =
        new Learned("softmax", Settings.NONE, Features.plain(), List.of(-7f, 9f), 2, 4, weights);
    Model model = Families.named("softmax").model(learned);
    StringWriter out = new StringWriter();
    model.describe(out);
    assertEquals(
        "# softmax of 2 classes, 3 features; a line is a feature, with a weight for each label\n"
            + "label\t-7\t9\n1\t1.0\t2.0\n3\t0.5\t-3.0\nbias\t0.0\t0.25\n",
        out.toString());
    for (LinearText format : LinearText.values()) {
      assertThrows(IllegalArgumentException.class, () -> format.write(model, new StringWriter()));
    }
  }
}
