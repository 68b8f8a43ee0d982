#!/usr/bin/env python3
"""The scores of hunts after some seconds of processor time, one thread each.

measure.py PUZZLE SECONDS FIRST-SEED RUNS [options of `tilewright solve`]...

Prints each run, then for 10, 30, 60, ... seconds up to the whole the median, the least and the most.
Set TILEWRIGHT to the program if it is not on the path. The clock of a run is wall time; where it got less
processor time than that, its times are shortened in proportion.
"""

import json
import os
import statistics
import subprocess
import sys

MARKS = [10, 30, 60, 120, 300, 600, 1800, 3600]


def run(puzzle, seconds, seed, options):
    program = os.environ.get("TILEWRIGHT", "tilewright")
    command = [program, "solve", puzzle, "--for", f"{seconds}s", "--seed", str(seed), "--threads", "1"]
    answer = subprocess.run(command + ["--no-archive", "--json"] + options, capture_output=True, check=True)
    result = json.loads(answer.stdout)
    pace = result["cpu_seconds"] / result["seconds"]
    return result, [(at * pace, score) for at, score in result["curve"]]


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    puzzle, options = sys.argv[1], sys.argv[5:]
    seconds, first, runs = (int(word) for word in sys.argv[2:5])
    marks = [mark for mark in MARKS if mark < seconds] + [seconds]
    at_marks = {mark: [] for mark in marks}
    for seed in range(first, first + runs):
        result, curve = run(puzzle, seconds, seed, options)
        for mark in marks:
            at_marks[mark].append(max(score for at, score in curve if at <= mark))
        rate = result["nodes"] / result["cpu_seconds"] / 1e6
        last = " ".join(f"{score} after {at:.1f} s," for at, score in curve[-3:])
        print(f"seed {seed}: {last} {result['cpu_seconds']:.0f} s, {rate:.1f} million nodes/s", flush=True)
    for mark, scores in at_marks.items():
        print(f"{mark} s: median {statistics.median(scores):g} ({min(scores)}-{max(scores)}), {runs} runs")


if __name__ == "__main__":
    main()
