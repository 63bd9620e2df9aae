/**
 * The {@code compare} command: the same training under several strategies, as a table and as a
 * report in one HTML file.
 */
package io.papilio.cli.compare;
