/**
 * The {@code papilio} command: {@link io.papilio.cli.Papilio} lists its commands, and each room
 * below holds some of them.
 *
 * <pre>
 *   compare ──> train ──> data
 *      │          │         │        collective: graph, algorithms, plan, bench, lab
 *      └──────────┴────┬────┴──────────┘
 *                      v
 *                   network          where workers run and how they reach each other
 *                      v
 *                   terminal         what every command reads and prints with
 * </pre>
 *
 * Exit codes: 0 success, 2 bad usage or bad input, 1 failure. Results go to the standard output,
 * everything else to the standard error.
 */
package io.papilio.cli;
