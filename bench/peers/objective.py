"""The objective of a model for two classes as LIBLINEAR writes it.

    python3 objective.py MODEL FILE

Prints Σ log loss + ½ ‖w‖² over a LIBSVM file; the bias is not in the norm. The same code judges the
models of all programs.
"""

import math
import sys


def read(model):
    header, weights = model.split("\nw\n")
    fields = dict(line.split(" ", 1) for line in header.splitlines())
    first, second = map(float, fields["label"].split())
    sign = 1 if first > second else -1  # the first label is that of a margin above 0
    weights = [sign * float(weight) for weight in weights.split()]
    feature = float(fields["bias"])  # times its weight, the last one, it is added to each margin
    return weights, feature * weights.pop() if feature >= 0 else 0.0


def loss(line, weights, bias):
    label, *entries = line.split()
    margin = bias
    for entry in entries:
        index, value = entry.split(":")
        if int(index) <= len(weights):
            margin += float(value) * weights[int(index) - 1]
    margin = margin if float(label) > 0 else -margin
    return max(0, -margin) + math.log1p(math.exp(-abs(margin)))


def main(model, file):
    with open(model) as text, open(file) as lines:
        weights, bias = read(text.read())
        losses = math.fsum(loss(line, weights, bias) for line in lines)
    print("objective", losses + math.fsum(weight * weight for weight in weights) / 2)


if __name__ == "__main__":
    main(*sys.argv[1:])
