/**
 * A vector that tasks fill and tasks read, whatever happens to the processes they run in. Nothing
 * here knows of Spark.
 *
 * <pre>{@code
 * task --commit--> Manager --claim--> Coordinator     one vector a process, each task once
 *                  Manager <--start-- Coordinator     when the last task has committed
 *                  Manager <=reduce=> Manager         a collective among those who hold something
 * task <---get---- Manager --want---> Coordinator     who has none gets a copy from a peer
 * }</pre>
 */
package io.papilio.spark.variable;
