package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.Columns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadTest {
  @Test
  void shouldFindTheFirstLineHoweverFarItIs() throws IOException {
    String comments = ("# comment" + "\n").repeat(30_000);
    byte[] bytes = (comments + "a,y\n1,2\n").getBytes(StandardCharsets.UTF_8);
    Head head = Head.read(new ByteArrayInputStream(bytes), "some", ReaderOptions.of(1));
    assertEquals(Format.CSV, head.format());
    assertEquals(Optional.of(new Columns("y", List.of("a"))), head.columns());
    assertEquals(30_001, head.linesBefore());
    assertEquals(bytes.length - 4, head.begun().from());
  }
}
