/**
 * The {@code papilio} command.
 *
 * <pre>
 *   Papilio            the command line; its commands, each in a file of its own
 *     GraphCommand  AlgorithmsCommand  PlanCommand  BenchCommand (AllReduceBenchCommand)
 *   Output             what they share: --help, --json, text
 *   Failures           the one place where exceptions become a line and an exit code
 * </pre>
 *
 * Exit codes: 0 success, 2 bad usage or bad input, 1 failure. Results go to the standard output,
 * everything else to the standard error.
 *
 * <p>Jackson and the progress bar are touched by {@code Json} and {@code BarProgress} alone, so
 * that a command that needs neither does not load them.
 */
package io.papilio.cli;
