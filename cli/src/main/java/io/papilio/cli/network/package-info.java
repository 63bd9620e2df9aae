/**
 * The options by which workers are started as threads or processes and find each other. {@code
 * NetworkOptions} and {@code GroupOptions} hold their words; {@code Networks} turns them into the
 * runtime's types and is loaded only by a command that connects to others.
 */
package io.papilio.cli.network;
