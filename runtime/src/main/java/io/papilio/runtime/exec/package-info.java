/**
 * The one place that knows both schedules and messages: an executor that runs any schedule over any
 * transport, the stores of dense and sparse data that it works on, and the loops that reduce.
 */
package io.papilio.runtime.exec;
