package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

  private record Numbers(double primitive, Double boxed, List<Double> list, double[] array) {}

  @Test
  void shouldWriteNullForNumbersThatAreNone() throws IOException {
    double[] array = {1.5, Double.NaN, Double.NEGATIVE_INFINITY};
    Numbers numbers =
        new Numbers(Double.NaN, Double.POSITIVE_INFINITY, Arrays.asList(Double.NaN, 2.0), array);
    JsonNode json = new ObjectMapper().readTree(Json.text(numbers));
    assertTrue(json.get("primitive").isNull(), json.toString());
    assertTrue(json.get("boxed").isNull(), json.toString());
    assertTrue(json.get("list").get(0).isNull(), json.toString());
    assertEquals(2.0, json.get("list").get(1).doubleValue());
    assertEquals(1.5, json.get("array").get(0).doubleValue());
    assertTrue(json.get("array").get(1).isNull(), json.toString());
    assertTrue(json.get("array").get(2).isNull(), json.toString());
  }
}
