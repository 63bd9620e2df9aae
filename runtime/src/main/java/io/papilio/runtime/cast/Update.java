package io.papilio.runtime.cast;

import io.papilio.runtime.transport.Slice;

/** What a rank has sent in one of its iterations. */
record Update(int origin, int iteration, Slice bytes) {}
