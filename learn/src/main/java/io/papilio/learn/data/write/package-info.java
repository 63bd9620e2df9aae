/** Writes rows to files, in the formats that {@code learn.data} reads: a class for each format. */
package io.papilio.learn.data.write;
