/** Rows in files, as they lie in memory: those that do not fit, and those that were parsed once. */
package io.papilio.learn.data.cache;
