/*
 * Times MPI_Allreduce of floats, in place, by the rules of `papilio bench allreduce`: a sample is a
 * number of calls back to back divided by that number, the slowest rank counts.
 *
 *   mpicc -O3 -o allreduce allreduce.c
 *   mpirun -np RANKS ./allreduce SAMPLES LENGTH...
 *
 * Prints a line for each length: allreduce LENGTH MIN MEDIAN right|wrong, in microseconds.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define WARM_UP_MICROS 300000.0
#define PERIOD 1021 /* a prime, so that no piece of a vector looks like another */

static int rank, size;

/* How many calls make a sample: as many as it takes to outlast the clock and the scheduler. */
static int calls(long length) {
  return length <= 1000 ? 200 : length <= 100000 ? 20 : length <= 1000000 ? 3 : 1;
}

static int factor(int r) { return 1 + r % 7; }

/* Values that differ by rank and by position, and whose sums floats hold exactly. */
static void fill(float *v, long length) {
  for (long i = 0; i < length; i++) v[i] = (float)(i % PERIOD * factor(rank) + rank);
}

static void allreduce(float *v, long length) {
  MPI_Allreduce(MPI_IN_PLACE, v, (int)length, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

/* Whether one all-reduce gives the right sum everywhere; the same answer on all ranks. */
static int is_right(float *v, long length) {
  int factors = 0, ranks = 0, wrong = 0, any_wrong;
  for (int r = 0; r < size; r++) {
    factors += factor(r);
    ranks += r;
  }
  fill(v, length);
  allreduce(v, length);
  for (long i = 0; i < length; i++) wrong |= v[i] != (float)(i % PERIOD * factors + ranks);
  MPI_Allreduce(&wrong, &any_wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return !any_wrong;
}

static double sample(float *v, long length) {
  int count = calls(length);
  double micros, slowest;
  fill(v, length);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int c = 0; c < count; c++) allreduce(v, length);
  micros = (MPI_Wtime() - start) * 1e6 / count;
  MPI_Allreduce(&micros, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const double *sorted, int n) {
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static void *reserve(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "rank %d has no %zu bytes\n", rank, bytes);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

static void measure(long length, int samples) {
  float *v = reserve(length * sizeof(float));
  double *micros = reserve(samples * sizeof(double));
  int right = is_right(v, length);
  for (double spent = 0; spent < WARM_UP_MICROS;) spent += sample(v, length) * calls(length);
  for (int s = 0; s < samples; s++) micros[s] = sample(v, length);
  right &= is_right(v, length);
  qsort(micros, samples, sizeof(double), compare);
  if (rank == 0) {
    printf("allreduce %ld %.3f %.3f %s\n", length, micros[0], median(micros, samples),
           right ? "right" : "wrong");
    fflush(stdout);
  }
  free(micros);
  free(v);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int samples = argc < 3 ? 0 : atoi(argv[1]);
  if (samples < 1) {
    if (rank == 0) fprintf(stderr, "usage: allreduce SAMPLES LENGTH...\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  for (int a = 2; a < argc; a++) measure((long)atof(argv[a]), samples);
  MPI_Finalize();
  return 0;
}
