/**
 * A communicator for each rank, the reductions it knows, and the protocol behind its calls.
 *
 * <pre>
 *   Communicator --Call--> CollectiveProtocol --Schedule--> ScheduleExecutor --Message--> Transport
 * </pre>
 *
 * <p>The protocol and its calls live here too: they speak of reductions, codecs and exceptions that
 * a user holds, and a user's communicator speaks of them, so that two packages would form a cycle.
 * For the same reason calibration, which is a method of a communicator and makes its calls, is
 * here.
 */
package io.papilio.runtime.communicator;
