package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.runtime.cluster.LocalCluster;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8})
  void shouldBeHeardByAll(int workers) throws Exception {
    Set<String> heard = Collections.newSetFromMap(new ConcurrentHashMap<>());
    LocalCluster.run(
        workers,
        comm -> {
          assertEquals(comm.rank(), Refusal.shared(comm, comm::rank));
          IllegalArgumentException refused =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> Refusal.shared(comm, () -> refuseLast(comm.rank(), workers)));
          heard.add(refused.getMessage());
          assertEquals(comm.rank(), Refusal.shared(comm, comm::rank)); // the group is as good
        });
    assertEquals(Set.of("rank " + (workers - 1)), heard);
  }

  private static int refuseLast(int rank, int workers) {
    if (rank == workers - 1) {
      throw new IllegalArgumentException("rank " + rank);
    }
    return rank;
  }
}
