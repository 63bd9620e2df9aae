/**
 * One program for all tables of results.
 *
 * <pre>
 *   bench/sweeps/NAME.json ─> SweepFile ─> cases ─in turns─> Measurement ─> rows of figures
 *
 *   rows ─> ResultTable, ResultChart ─> bench/results, and the marked places of a page
 *
 *   Measurement   training   a TrainingSpec, on threads or processes
 *                 step       what strategies add to a step, next to the collectives below
 *                 memory     what each process of a training takes
 *                 allreduce  the papilio command next to Open MPI and gloo
 *                 program    any other program: LIBLINEAR, scikit-learn, a cold papilio command
 * </pre>
 */
package io.papilio.bench.sweep;
