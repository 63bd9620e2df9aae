package io.papilio.spark.variable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MeasuredChoiceTest {
  private static final int SIZE = 3;

  private final AtomicInteger measured = new AtomicInteger();

  /** Takes part with the others, as a calibration does, and finds new links each time. */
  private Selector measure(Communicator comm) {
    comm.barrier();
    int count = measured.incrementAndGet();
    comm.barrier();
    comm.chooseBy(new Selector(LinkModel.tcp().withLatency((count + SIZE - 1) / SIZE)));
    return new Selector(comm.link());
  }

  private List<MeasuredChoice> choices(Function<Communicator, Selector> measure) {
    return IntStream.range(0, SIZE).mapToObj(rank -> new MeasuredChoice(measure)).toList();
  }

  /** All ranks choose, in a group of their own that is forgotten then. */
  private void choose(List<MeasuredChoice> choices) {
    LocalCluster.run(
        SIZE,
        comm -> {
          assertEquals(Optional.empty(), choices.get(comm.rank()).choose(comm).join());
          double latency = comm.link().alphaNanos();
          assertEquals((measured.get() + SIZE - 1) / SIZE, latency, "all choose by the last one");
        });
  }

  @Test
  void shouldMeasureAGroupOnce() {
    List<MeasuredChoice> choices = choices(this::measure);
    choose(choices);
    choose(choices);
    assertEquals(SIZE, measured.get());
  }

  @Test
  void shouldMeasureAgainIfOneHasNotKeptTheSame() {
    List<MeasuredChoice> some = choices(this::measure);
    List<MeasuredChoice> others = choices(this::measure);
    choose(some);
    choose(others);
    choose(List.of(some.get(0), others.get(1), others.get(2)));
    assertEquals(3 * SIZE, measured.get());
    choose(List.of(some.get(0), others.get(1), others.get(2)));
    choose(List.of(some.get(0), others.get(1), new MeasuredChoice(this::measure)));
    assertEquals(4 * SIZE, measured.get());
  }

  @Test
  void shouldNotMeasureAlone() {
    LocalCluster.run(
        1,
        comm ->
            assertEquals(Optional.empty(), new MeasuredChoice(this::measure).choose(comm).join()));
    assertEquals(0, measured.get());
  }
}
