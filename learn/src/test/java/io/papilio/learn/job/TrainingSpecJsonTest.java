package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A training as text. */
class TrainingSpecJsonTest {

  @Test
  void shouldBeTheSameAgain() {
    for (ModelFamily family : Families.all()) {
      TrainingSpec spec = TrainingSpec.of(family.name());
      assertEquals(spec, Json.decode(Json.encode(spec), TrainingSpec.class));
      assertEquals(spec, TrainingSpec.parse(Json.text(spec)));
    }
  }

  @Test
  void shouldHaveDefaultsForWhatIsMissing() {
    assertEquals(TrainingSpec.of("linear"), TrainingSpec.parse("{}"));
    TrainingSpec spec =
        TrainingSpec.parse(
            """
            {"model": "dml", "settings": {"dimensions": 8, "rate": "auto"}, "seed": 7,
             "data": {"inputs": ["a.svm", "b.svm"], "badLines": "skip"},
             "place": {"launch": "spark", "workers": 3}}
            """);
    assertEquals("dml", spec.model());
    assertEquals("{dimensions=8, rate=auto}", spec.settings().toString());
    assertEquals(7, spec.seed());
    assertEquals(List.of("a.svm", "b.svm"), spec.data().inputs());
    assertEquals(BadLines.SKIP, spec.data().badLines());
    assertEquals(Launch.SPARK, spec.place().launch());
    assertEquals(3, spec.place().workers());
    TrainingSpec usual = TrainingSpec.of("dml");
    assertEquals(usual.sync(), spec.sync());
    assertEquals(usual.output(), spec.output());
    assertEquals(usual.patience(), spec.patience());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "{\"dat\": {}}                     # unknown field 'dat'; there are: model, optimizer",
        "{\"data\": {\"inptus\": [\"a\"]}} # unknown field 'data.inptus'; there are: inputs, tests",
        "{\"seed\": \"x\"}                 # this is no TrainingSpec",
        "{\"data\": {\"holdOut\": 2}}      # hold-out must be a share from 0 to below 1",
        "[]                                # it has to begin with {",
        "{                                 # this is no JSON"
      })
  void shouldRefuse(String json, String reason) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> TrainingSpec.parse(json)).getMessage();
    assertTrue(message.contains(reason), message);
  }

  /** JSON has no number that is none; it comes back as one all the same. */
  @Test
  void shouldKeepNumbersThatAreNone() {
    Point point = new Point(3, 0.5, Double.NaN, Double.NaN);
    String line = Json.encode(point);
    assertEquals("{\"examples\":3,\"seconds\":0.5,\"loss\":null,\"distance\":null}", line);
    assertEquals(point, Json.decode(line, Point.class));
  }
}
