/** Ranks as threads of one JVM; nothing is copied on the way. */
package io.papilio.runtime.transport.local;
