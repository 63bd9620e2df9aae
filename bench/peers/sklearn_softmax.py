#!/usr/bin/python3
"""Multinomial logistic regression by scikit-learn: the peer of `papilio train --model softmax`.

    sklearn_softmax.py L2 ITERATIONS TRAIN [TEST]

Files are LIBSVM or images of IDX (such as those of MNIST, with labels beside them), plain or gz.
Minimises the same: the sum of all losses + L2/2 times the squared norm, without the biases. Prints
the objective, the processor's seconds of fitting and the share of test examples that is right.
"""

import gzip
import struct
import sys
import time
import warnings

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression


def idx(path):
    """The items of an IDX file of bytes, a row each."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        _, _, kind, dimensions = file.read(4)
        if kind != 8:
            sys.exit(f"{path}: not an IDX file of bytes")
        shape = struct.unpack(f">{dimensions}i", file.read(4 * dimensions))
        return numpy.frombuffer(file.read(), numpy.uint8).reshape(shape[0], -1)


def read(path, features=None):
    if "-idx3-" in path:
        labels = path.replace("images-idx3", "labels-idx1")
        return idx(path).astype(numpy.float64) / 255, idx(labels).ravel()
    return load_svmlight_file(path, n_features=features)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    warnings.simplefilter("ignore")  # that the limit was reached is printed below
    l2, limit = float(sys.argv[1]), int(sys.argv[2])
    rows, classes = read(sys.argv[3])
    model = LogisticRegression(C=1 / l2, multi_class="multinomial", max_iter=limit)
    start = time.process_time()
    model.fit(rows, classes)
    seconds = time.process_time() - start
    right = numpy.searchsorted(model.classes_, classes)
    chances = model.predict_log_proba(rows)[numpy.arange(len(right)), right]
    objective = -chances.sum() + l2 / 2 * (model.coef_**2).sum()
    print(f"objective  {objective:.3f}")
    print(f"iterations {model.n_iter_[0]} of {limit} at most")
    print(f"fitting    {seconds:.1f} s of the processor")
    if len(sys.argv) == 5:
        print(f"accuracy   {model.score(*read(sys.argv[4], rows.shape[1])):.4f}")


if __name__ == "__main__":
    main()
