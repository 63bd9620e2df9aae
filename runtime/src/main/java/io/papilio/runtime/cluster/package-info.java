/**
 * Clusters make a group of ranks and give each of them its communicator.
 *
 * <pre>
 *   LocalCluster       threads of this JVM
 *   ProcessCluster     processes of this machine: each accepts an Invitation and becomes a Worker
 *   Worker             this process in a group of processes, wherever they run
 *   SimulatedCluster   one thread in virtual time
 * </pre>
 */
package io.papilio.runtime.cluster;
