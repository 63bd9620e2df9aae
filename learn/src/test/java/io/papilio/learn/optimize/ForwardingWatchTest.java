package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ForwardingWatchTest {

  /** What it leaves to a default of Watch nobody hears. */
  @Test
  void shouldPassOnAllItHears() {
    assertEquals(methods(Optimizer.Watch.class), methods(ForwardingWatch.class));
  }

  private static Set<String> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(Method::getName)
        .collect(Collectors.toSet());
  }
}
