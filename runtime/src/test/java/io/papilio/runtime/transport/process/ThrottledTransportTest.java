package io.papilio.runtime.transport.process;

/** Links that are slower than the machine's. */
class ThrottledTransportTest extends NetContract {
  private static final double BYTES_PER_SECOND = 100e6;

  @Override
  NetOptions options() {
    return NetOptions.of(CREDENTIALS).withThrottle(BYTES_PER_SECOND);
  }
}
