/** The {@code data} command, and the options by which every command reads examples. */
package io.papilio.cli.data;
