#!/usr/bin/env python3
"""Draws the README's chart of all-reduces from the rows of `bench/run peers`.

    bench/peers/chart.py bench/results/peers-TIME.json docs/pictures/speed.svg

A bar is the fastest sample of all rounds, among 4 ranks; each length has its own scale.
"""

import json
import sys

RANKS = 4
LENGTHS = {1_000_000: "4 MB", 10_000_000: "40 MB"}
CONTENDERS = {
    "inproc": "Papilio, threads",
    "shm": "Papilio, shared memory",
    "openmpi-shm": "Open MPI, shared memory",
    "tcp": "Papilio, TCP",
    "openmpi-tcp": "Open MPI, TCP",
    "gloo": "gloo, TCP",
}
LABELS, BARS, PANEL, ROW, TOP = 175, 170, 290, 26, 64


def samples(node):
    """All rows in a file of results, whatever it keeps around them."""
    if isinstance(node, dict):
        if "contender" in node and "minMicros" in node:
            yield node
        node = list(node.values())
    if isinstance(node, list):
        for one in node:
            yield from samples(one)


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}" {more}>{words}</text>'


def panel(left, length, best):
    """The bars of one length."""
    times = {name: best[name, length] / 1000 for name in CONTENDERS if (name, length) in best}
    size = LENGTHS[length]
    yield text(left, TOP - 14, f"vectors of {size}", 'font-weight="bold"')
    for i, (name, millis) in enumerate(times.items()):
        y = TOP + i * ROW
        width = BARS * millis / max(times.values())
        color = "#1f77b4" if CONTENDERS[name].startswith("Papilio") else "#b0b0b0"
        yield f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{ROW - 8}" fill="{color}"/>'
        yield text(f"{left + width + 6:.1f}", y + 14, f"{millis:.3g} ms")


def picture(best):
    height = TOP + len(CONTENDERS) * ROW + 10
    width = LABELS + PANEL * len(LENGTHS)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="13">'
    )
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    title = f"All-reduce among {RANKS} ranks on two cores: milliseconds, less is better"
    yield text(12, 24, title, 'font-size="15" font-weight="bold"')
    for i, name in enumerate(CONTENDERS.values()):
        yield text(LABELS - 8, TOP + i * ROW + 14, name, 'text-anchor="end"')
    for i, length in enumerate(LENGTHS):
        yield from panel(LABELS + i * PANEL, length, best)
    yield "</svg>"


def main(results, out):
    best = {}
    with open(results, encoding="utf-8") as file:
        for row in samples(json.load(file)):
            if row["ranks"] == RANKS:
                key = row["contender"], int(row["length"])
                best[key] = min(best.get(key, float("inf")), row["minMicros"])
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(picture(best)) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
