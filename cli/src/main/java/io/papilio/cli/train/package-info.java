/**
 * The commands that make and use models: {@code train}, {@code predict}, {@code eval} and {@code
 * export}, and {@code worker} and {@code rendezvous} for trainings on several hosts.
 */
package io.papilio.cli.train;
