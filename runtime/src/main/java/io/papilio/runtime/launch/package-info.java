/**
 * Workers as processes of this machine: starts them, passes on what they print, says how they
 * ended, and leaves none behind.
 *
 * <pre>
 *               stdin: credentials, then silence
 *   Launcher  ------------------------------------->  LifeLine
 *             &lt;-------------------------------------  main class of a worker
 *      |          stdout, stderr, exit code
 *      +-->  LineSink: what workers print
 *      +-->  Exit: how each of them ended
 * </pre>
 *
 * <p>What workers say to one another is not known here: whoever launches them passes on what they
 * need to meet.
 */
package io.papilio.runtime.launch;
