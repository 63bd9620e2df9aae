/**
 * The one place that knows both schedules and messages: an executor that runs any schedule over any
 * transport, and the loops that reduce.
 */
package io.papilio.runtime.exec;
