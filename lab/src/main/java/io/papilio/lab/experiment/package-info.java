/**
 * What several ranks measure together: an {@code Experiment} is what each of them does, and an
 * {@code ExperimentRunner} runs it on threads, processes or hosts.
 */
package io.papilio.lab.experiment;
