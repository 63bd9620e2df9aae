package io.papilio.learn.sync;

/**
 * What workers average.
 *
 * @param array of one worker, who changes it, and so do averages
 * @param areSparse whether most of them are zero for a while, or for good; the same on all workers
 */
public record Weights(float[] array, boolean areSparse) {}
