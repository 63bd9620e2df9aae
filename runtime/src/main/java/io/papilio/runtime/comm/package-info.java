/**
 * What programs use: a communicator for each rank, the reductions, and a cluster of threads.
 *
 * <pre>
 *   Communicator --Call--> CollectiveProtocol --Schedule--> ScheduleExecutor --Message--> Transport
 * </pre>
 */
package io.papilio.runtime.comm;
