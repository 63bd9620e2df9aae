/**
 * How messages lie in bytes, and how they wait to be written; the same for sockets and for shared
 * memory.
 */
package io.papilio.runtime.transport.frame;
