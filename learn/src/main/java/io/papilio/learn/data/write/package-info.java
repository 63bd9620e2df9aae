/** Writes rows to files, in the text formats that {@code learn.data} reads. */
package io.papilio.learn.data.write;
