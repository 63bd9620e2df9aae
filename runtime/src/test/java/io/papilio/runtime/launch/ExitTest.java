package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitTest {

  @ParameterizedTest
  @CsvSource({
    "0, ended normally",
    "3, ended with code 3",
    "127, ended with code 127",
    "128, ended with code 128",
    "129, was killed by signal 1 (SIGHUP)",
    "134, was killed by signal 6 (SIGABRT)",
    "137, was killed by signal 9 (SIGKILL)",
    "143, was killed by signal 15 (SIGTERM)",
    "160, was killed by signal 32",
    "192, was killed by signal 64",
    "193, ended with code 193",
    "255, ended with code 255"
  })
  void shouldSayWhoEndedAndHow(int code, String manner) {
    assertEquals("worker 2 (pid 123) " + manner, new Exit(2, 123, code).describe());
  }
}
