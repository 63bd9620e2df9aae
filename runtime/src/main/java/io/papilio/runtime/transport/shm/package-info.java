/** Frames through memory that two processes of a host share. */
package io.papilio.runtime.transport.shm;
