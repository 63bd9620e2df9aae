/** Rows that were parsed once, and are read from a file as they lie in memory. */
package io.papilio.learn.data.cache;
