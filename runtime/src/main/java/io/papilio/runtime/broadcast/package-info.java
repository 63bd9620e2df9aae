/**
 * Everybody's updates to everybody, each exactly once, over any topology that connects all.
 *
 * <pre>
 *   UpdateBroadcast = BroadcastTree of each origin (by which way)
 *                   x Consistency (when) over credits (how much)
 *
 *   Branch    this rank's place in the tree of one origin: what comes down, what goes back up
 *   Intake    what has come from all of them, and what of it may be handed over now
 * </pre>
 */
package io.papilio.runtime.broadcast;
