"""What scikit-learn does with the examples that Papilio is timed on.

    python3 sklearn_learners.py sgd FILE SAMPLES
        plain SGD, five epochs, from memory: prints "examples per second VALUE" of the best sample
    python3 sklearn_learners.py logistic FILE TOLERANCE MODEL
        logistic regression by L-BFGS, from the file to a model as LIBLINEAR writes it

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


def sgd(rows, labels, samples):
    learner = SGDClassifier(
        loss="log_loss", alpha=1 / rows.shape[0], max_iter=EPOCHS, tol=None, random_state=1
    )
    seconds = []
    for _ in range(WARM_UP + samples):
        start = time.perf_counter()
        learner.fit(rows, labels)
        seconds.append(time.perf_counter() - start)
    print(f"examples per second {EPOCHS * rows.shape[0] / min(seconds[WARM_UP:])}")


def logistic(rows, labels, tolerance, model):
    learner = LogisticRegression(C=1, solver="lbfgs", tol=tolerance, max_iter=MOST_ITERATIONS)
    learner.fit(rows, labels)
    with open(model, "w") as file:
        print("solver_type L2R_LR\nnr_class 2\nlabel 1 -1", file=file)
        print(f"nr_feature {rows.shape[1]}\nbias 1\nw", file=file)
        for weight in numpy.append(learner.coef_[0], learner.intercept_[0]):
            print(repr(float(weight)), file=file)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "sgd":
        sgd(*load_svmlight_file(sys.argv[2]), int(sys.argv[3]))
    elif len(sys.argv) == 5 and sys.argv[1] == "logistic":
        rows, labels = load_svmlight_file(sys.argv[2])
        logistic(rows, labels, float(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
