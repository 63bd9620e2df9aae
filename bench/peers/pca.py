#!/usr/bin/python3
"""What plain PCA is worth before nearest neighbours: a baseline for learned distances.

    pca.py TRAIN-IMAGES TEST-IMAGES [DIMENSIONS]

Images are IDX files, such as those of MNIST, plain or gz, with their labels beside them. PCA to
so many dimensions (32) is fitted on the training images, pixels from 0 to 1; then each test image
gets the class that most of its 5 nearest neighbours have. Prints the share that is right.
"""

import gzip
import struct
import sys

import numpy
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier

NEIGHBOURS = 5


def idx(path):
    """The items of an IDX file of bytes, a row each."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        _, _, kind, dimensions = file.read(4)
        if kind != 8:
            sys.exit(f"{path}: not an IDX file of bytes")
        shape = struct.unpack(f">{dimensions}i", file.read(4 * dimensions))
        return numpy.frombuffer(file.read(), numpy.uint8).reshape(shape[0], -1)


def read(images):
    labels = images.replace("images-idx3", "labels-idx1")
    return idx(images).astype(numpy.float32) / 255, idx(labels).ravel()


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    dimensions = int(sys.argv[3]) if len(sys.argv) == 4 else 32
    train, classes = read(sys.argv[1])
    test, true = read(sys.argv[2])
    pca = PCA(dimensions, svd_solver="full").fit(train)
    neighbours = KNeighborsClassifier(NEIGHBOURS, algorithm="brute")
    neighbours.fit(pca.transform(train), classes)
    right = (neighbours.predict(pca.transform(test)) == true).mean()
    print(f"pca to {dimensions} dimensions, {NEIGHBOURS} neighbours: accuracy {right:.4f}")


if __name__ == "__main__":
    main()
