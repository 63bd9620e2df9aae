"""Stretches of DNA as rows of VW's format: a feature for each short word at each place.

    python3 splice.py FASTA.bz2 FILE

    > chr_num=1, strand=+, position=180699, label=-1        the label of the row
    ...TTTCAGGCC...                                         141 letters around the middle

    -1 | 0T:0.069 0TT:0.064 0TTT:0.06 ... 1T:0.069 ...      words of 1 to 8 letters

A word of k letters has the value √(9 − k), but for a factor by which rows have the length 1: their
products are the weighted degree kernel. Words with other letters than ACGT are no features.

Sonnenburg and Franc: COFFIN (2010); used in Agarwal, Chapelle, Dudík and Langford: A Reliable
Effective Terascale Linear Learning System (2014) with words of up to 20 letters.
"""

import bz2
import math
import re
import struct
import sys

def single(value):
    return f"{struct.unpack('f', struct.pack('f', value))[0]:.9g}"


LONGEST = 8
WINDOW = 141
LENGTHS = range(1, LONGEST + 1)
SQUARES = sum((LONGEST + 1 - k) * (WINDOW + 1 - k) for k in LENGTHS)
VALUES = {k: single(math.sqrt((LONGEST + 1 - k) / SQUARES)) for k in LENGTHS}


def row(header, letters):
    label = re.search(r"label=([+-]?\d+)", header)
    if not label or len(letters) < WINDOW:
        raise ValueError(f"no label, or too few letters ({len(letters)}) after {header}")
    start = (len(letters) - WINDOW) // 2
    window = letters[start : start + WINDOW]
    words = (
        f" {place}{window[place : place + length]}:{VALUES[length]}"
        for place in range(WINDOW)
        for length in range(1, min(LONGEST, WINDOW - place) + 1)
        if not window[place : place + length].strip("ACGT")
    )
    return f"{label[1]} |{''.join(words)}\n"


def main(fasta, file):
    with bz2.open(fasta, "rt", encoding="ascii") as lines, open(file, "w") as out:
        for sequence in re.finditer(r"^>(.*)\n([^>]*)", lines.read(), re.MULTILINE):
            out.write(row(sequence[1], "".join(sequence[2].split())))


if __name__ == "__main__":
    main(*sys.argv[1:])
