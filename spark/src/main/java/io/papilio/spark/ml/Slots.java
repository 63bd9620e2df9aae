package io.papilio.spark.ml;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/**
 * The tasks that can run at the same time. A barrier stage needs one for each worker, and where
 * they are not there Spark asks again for ten minutes before it says so.
 */
record Slots(SparkContext sc) {
  private static final String DYNAMIC = "spark.dynamicAllocation.enabled";
  private static final String PATIENCE = "spark.scheduler.maxRegisteredResourcesWaitingTime";
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * Returns how many workers there shall be.
   *
   * @param wanted how many were asked for; 0: as many as there is room for and there are partitions
   * @throws IllegalArgumentException if there is no room
   */
  int workers(int wanted, int partitions) {
    requireFixed(sc.conf());
    boolean isAsked = wanted > 0;
    int most = isAsked ? wanted : Math.max(1, partitions);
    int least = isAsked ? wanted : 1;
    int found = await(most, isAsked);
    if (found < least) {
      throw new IllegalArgumentException(
          "numWorkers is %d, but the cluster can run %d tasks at a time: take fewer, or more"
                  .formatted(least, found)
              + " executors or cores");
    }
    return Math.min(found, most);
  }

  static void requireFixed(SparkConf conf) {
    if (conf.getBoolean(DYNAMIC, false)) {
      throw new IllegalArgumentException(
          DYNAMIC + " is on, with which Spark runs no barrier stages: set it to false");
    }
  }

  /**
   * Executors may still come, as long after the start as Spark itself would wait for them. If
   * nobody said how many, all are there when no other has come for a while.
   */
  private int await(int most, boolean needsAll) {
    long patience = sc.conf().getTimeAsMs(PATIENCE, "30s");
    int found = now();
    long since = System.nanoTime();
    while (found < most
        && !sc.isLocal()
        && System.currentTimeMillis() < sc.startTime() + patience
        && (needsAll || found == 0 || System.nanoTime() - since < QUIET_NANOS)) {
      LockSupport.parkNanos(LOOK_NANOS);
      int before = found;
      found = now();
      since = found > before ? System.nanoTime() : since;
    }
    return found;
  }

  private int now() {
    return sc.maxNumConcurrentTasks(sc.resourceProfileManager().defaultResourceProfile());
  }
}
