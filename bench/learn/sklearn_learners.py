"""What scikit-learn does with the examples that Papilio is timed on.

    python3 sklearn_learners.py sgd FILE MEASURE SAMPLES
        plain SGD, five epochs, from memory: prints "measure MEASURE VALUE" for each sample, in
        millions of non-zeros a second
    python3 sklearn_learners.py logistic FILE TOLERANCE MODEL
        logistic regression by L-BFGS, from the file to a model: the weights and then the bias, as
        little-endian doubles

The regulariser is half the squared norm of the weights, next to the sum of the losses.
"""

import sys
import time

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression, SGDClassifier

EPOCHS = 5
WARM_UP = 1
MOST_ITERATIONS = 10_000


def sgd(rows, labels, measure, samples):
    learner = SGDClassifier(
        loss="log_loss", alpha=1 / rows.shape[0], max_iter=EPOCHS, tol=None, random_state=1
    )
    for sample in range(-WARM_UP, samples):
        start = time.perf_counter()
        learner.fit(rows, labels)
        seconds = time.perf_counter() - start
        if sample >= 0:
            print(f"measure {measure} {EPOCHS * rows.nnz / seconds / 1e6}", flush=True)


def logistic(rows, labels, tolerance, model):
    learner = LogisticRegression(C=1, solver="lbfgs", tol=tolerance, max_iter=MOST_ITERATIONS)
    learner.fit(rows, labels)
    weights = numpy.append(learner.coef_[0], learner.intercept_[0])
    weights.astype("<f8").tofile(model)


def main():
    if len(sys.argv) != 5 or sys.argv[1] not in ("sgd", "logistic"):
        sys.exit("usage: sklearn_learners.py sgd|logistic FILE MEASURE|TOLERANCE SAMPLES|MODEL")
    what, file, third, fourth = sys.argv[1:]
    rows, labels = load_svmlight_file(file)
    if what == "sgd":
        sgd(rows, labels, third, int(fourth))
    else:
        logistic(rows, labels, float(third), fourth)


if __name__ == "__main__":
    main()
