/**
 * Collectives as data.
 *
 * <pre>
 *   Algorithm --(rank, size, length)--> Schedule = rounds of steps (send, reduce, copy)
 *                                          |
 *          +-------------------+-----------+--------+------------------+
 *       run by an           proved by             priced by        drawn by
 *       executor       ScheduleVerifier           Simulator      SchedulePicture
 * </pre>
 *
 * Everything here is a pure value or a pure function: no threads, clocks, sockets or buffers.
 */
package io.papilio.core.schedule;
