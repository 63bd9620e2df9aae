package io.papilio.core.schedule;

/** A set of schedules that does not do what its collective promises, and where. */
public final class ScheduleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScheduleException(String message) {
    super(message);
  }

  ScheduleException(String message, Throwable cause) {
    super(message, cause);
  }

  static ScheduleException at(int rank, int round, Range range, String problem) {
    return new ScheduleException(
        "rank " + rank + ", round " + round + ", range " + range + ": " + problem);
  }
}
