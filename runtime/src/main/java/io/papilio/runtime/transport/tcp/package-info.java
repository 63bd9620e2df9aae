/** Frames over sockets. */
package io.papilio.runtime.transport.tcp;
