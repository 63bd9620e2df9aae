/**
 * Who belongs to a group, and who is dead.
 *
 * <pre>{@code
 * node 0  Membership --beat, ready-->  Rendezvous  <--beat, ready-- Membership  node 1
 *                    <-- view, dead --             -- view, dead -->
 * }</pre>
 */
package io.papilio.runtime.membership;
