/**
 * Where protocols run: state machines that are told of messages, times and losses, and the node
 * that tells them, from whichever thread has the turn.
 */
package io.papilio.runtime.engine;
