#!/usr/bin/python3
"""The loss at the end of each epoch, from the JSON of `papilio train`: curve.py FILE EXAMPLES"""

import json
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        curve = json.load(file)["curve"]
    rows = int(sys.argv[2])
    for point in curve:
        if point["examples"] % rows == 0:
            print(f"epoch {point['examples'] // rows}  {point['loss']:.5f}")


if __name__ == "__main__":
    main()
