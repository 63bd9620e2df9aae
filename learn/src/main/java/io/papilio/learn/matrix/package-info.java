/**
 * Models whose parameter is a matrix, trained by sending two vectors per example in its place.
 *
 * <pre>
 *   rows --FactorModel--> Factors (u, v) --Exchange--> those of all workers --RankOneUpdates--> W
 * </pre>
 *
 * Xie, Kim, Zhou, Ho, Kumar, Yu and Xing: Distributed Machine Learning via Sufficient Factor
 * Broadcasting (2015).
 */
package io.papilio.learn.matrix;
