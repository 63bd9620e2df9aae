/**
 * What every command reads and prints with: {@code Output} is {@code --help}, {@code --json} and
 * text, {@code Failures} is the one place where exceptions become a line and an exit code.
 *
 * <p>Jackson and the progress bar are touched only where JSON or a bar is asked for, so that a
 * command that needs neither does not load them.
 */
package io.papilio.cli.terminal;
