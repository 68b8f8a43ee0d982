#!/usr/bin/env python3
"""How far exact search, SAT and their race come, each run on one thread.

measure.py [first | triangles | clues | all]... [--solvers NAME,...] [--limit SECONDS] [--seeds N] [--kept FILE]

first      time to the first solution of the hardest 7x7 (half the seeds) and 8x8 puzzles, and theory
triangles  triangular boards of side 5 to 24, until none of three is solved
clues      the clue puzzles over twenty seeds
all        all solutions of the hardest 6x6 and 7x7 puzzles, and of the hardest triangles of side 5 to 7

Prints tables for the results page. Set TILEWRIGHT to the program if it is not on the path. All times and
limits are processor time, read from /proc, so that other work on the machine does not count. With --kept,
every run is appended to a file, and runs that are there already are not repeated.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import tempfile

PROGRAM = os.environ.get("TILEWRIGHT", "tilewright")
# With few colours, triangles become easier as they grow, and only memory would end it.
LARGEST_SIDE = 24
# Turns of a square board: the search visits one of them.
TURNS = 4


class Runs:
    """Runs the program, and remembers what came of it."""

    def __init__(self, solvers, limit, kept):
        self.solvers, self.limit, self.kept, self.known = solvers, limit, kept, {}
        self.folder = tempfile.TemporaryDirectory()
        if kept and os.path.exists(kept):
            with open(kept, encoding="utf-8") as lines:
                self.known = {entry["key"]: entry["result"] for entry in map(json.loads, lines)}

    def puzzle(self, shape, seed):
        """The file of a generated puzzle."""
        name = "".join(shape + [str(seed)]).replace("--", "-")
        path = os.path.join(self.folder.name, name + ".toml")
        if not os.path.exists(path):
            ask(["generate", *shape, "--seed", str(seed), "--out", path])
        return path

    def run(self, verb, shape, seed, options=()):
        """One run on one thread; a list as shape generates a puzzle with that seed."""
        key = " ".join([verb, *(shape if isinstance(shape, list) else [shape]), str(seed), *options])
        if key not in self.known:
            puzzle = self.puzzle(shape, seed) if isinstance(shape, list) else shape
            self.known[key] = within([verb, puzzle, "--threads", "1", *options], self.limit)
            if self.kept:
                with open(self.kept, "a", encoding="utf-8") as lines:
                    print(json.dumps({"key": key, "result": self.known[key]}), file=lines)
        return self.known[key]

    def solve(self, solver, shape, seed, run_seed=1):
        """Looks for a first solution."""
        options = ["--solver", solver, "--seed", str(run_seed), "--no-archive", "--for", "1h"]
        return self.run("solve", shape, seed, options)


def ask(words):
    answer = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, check=True)
    return json.loads(answer.stdout)


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def within(words, limit):
    """Runs the program and interrupts it when it has used up its processor time."""
    command = [PROGRAM, *words, "--json"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while child.poll() is None:
        try:
            if cpu_seconds(child.pid) > limit:
                child.send_signal(signal.SIGINT)
                break
            child.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        except (FileNotFoundError, ProcessLookupError):
            break
    answer = json.loads(child.communicate()[0])
    wanted = ["stop_reason", "nodes", "cpu_seconds", "distinct", "unique", "chosen", "score", "max_score"]
    return {name: answer[name] for name in wanted if name in answer}


def is_done(result):
    return result["stop_reason"] in ("solved", "exhausted")


def figure(number):
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}"
    return f"{number:.0f}"


def seconds(number):
    return f"{number:.3f} s" if number < 1 else f"{number:.1f} s"


def in_words(result):
    if is_done(result):
        return f"{seconds(result['cpu_seconds'])}, {figure(result['nodes'])}"
    return f"not within {result['cpu_seconds']:.0f} s, {figure(result['nodes'])}"


def table(head, rows):
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)
    print(flush=True)


def first(runs, seeds):
    for size, seeds in ((7, seeds // 2), (8, seeds)):
        shape = ["--size", f"{size}x{size}", "--hardest"]
        print(f"First solution, hardest {size}x{size}: time and nodes (conflicts for sat)\n")
        rows, all_results = [], {solver: [] for solver in runs.solvers}
        for seed in range(1, seeds + 1):
            results = [runs.solve(solver, shape, seed) for solver in runs.solvers]
            for solver, result in zip(runs.solvers, results):
                all_results[solver].append(result)
            rows.append([seed, *map(in_words, results)])
        found = [f"{sum(map(is_done, results))} of {seeds}" for results in all_results.values()]
        table(["seed", *runs.solvers], [*rows, ["solved", *found]])
        theory(runs, shape, seeds, all_results.get("exact", []))


def theory(runs, shape, seeds, exact):
    """What the whole search is expected to take, with the pace of a search that visits all nodes."""
    bench = ask(["bench", "all-7x7"])["rows"][0]
    pace = bench["baseline_nodes"] / bench["cpu_seconds"]
    rows = []
    for seed in range(1, seeds + 1):
        estimate = ask(["estimate", runs.puzzle(shape, seed)])
        nodes = sum(10**log for log in estimate["log10_nodes_by_depth"]) / TURNS
        rows.append((nodes, nodes / pace))
    nodes, whole = (statistics.median(column) for column in zip(*rows))
    rates = [result["nodes"] / result["cpu_seconds"] for result in exact]
    here = f"; {figure(statistics.median(rates))} sighted nodes/s here" if rates else ""
    print(f"Expected, median of the seeds: {figure(nodes)} plain nodes for the whole tree of one turn; "
          f"at {figure(pace)} plain nodes/s (bench all-7x7{here}) {whole:.0f} s "
          f"for all of it.\n")


def triangles(runs, _):
    for colours in (["--colours", "6", "--allow-twins"], ["--hardest"]):
        print(f"Triangles, {' '.join(colours)}: three seeds\n")
        rows, side, alive = [], 5, set(runs.solvers)
        while alive and side <= LARGEST_SIDE:
            cells = []
            for solver in runs.solvers:
                if solver not in alive:
                    cells.append("-")
                    continue
                results = [runs.solve(solver, ["--side", str(side), *colours], seed) for seed in (1, 2, 3)]
                cells.append("; ".join(map(in_words, results)))
                if not any(map(is_done, results)):
                    alive.discard(solver)
            rows.append([side, *cells])
            side += 1
        table(["side", *runs.solvers], rows)


def clues(runs, _):
    print("Clue puzzles, first solution over twenty seeds: median and worst\n")
    rows = []
    for puzzle in ("clue1", "clue2", "clue3", "clue4"):
        cells = [puzzle]
        for solver in ("exact", "sat"):
            results = [runs.solve(solver, puzzle, 0, seed) for seed in range(1, 21)]
            for name, shown in (("nodes", figure), ("cpu_seconds", seconds)):
                values = [result[name] for result in results]
                cells.append(f"{shown(statistics.median(values))}, {shown(max(values))}")
            assert all(map(is_done, results)), puzzle
        rows.append(cells)
    table(["puzzle", "exact, nodes", "exact, time", "sat, conflicts", "sat, time"], rows)


def all_solutions(runs, _):
    squares = [(f"{size}x{size}", ["--size", f"{size}x{size}"]) for size in (6, 7)]
    triangles_too = [(f"side {side}", ["--side", str(side)]) for side in (5, 6, 7)]
    print("All solutions of the hardest puzzles\n")
    rows = []
    for name, shape in squares + triangles_too:
        for seed in (1, 2, 3):
            result = runs.run("count", [*shape, "--hardest"], seed)
            rows.append([name, seed, result["distinct"], in_words(result)])
    table(["size", "seed", "distinct boards", "all searched"], rows)


def main():
    parts = {"first": first, "triangles": triangles, "clues": clues, "all": all_solutions}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--solvers", default="exact,sat,auto", help="for first and triangles")
    parser.add_argument("--limit", type=float, default=60, help="processor seconds for each run")
    parser.add_argument("--seeds", type=int, default=10, help="puzzles for the first solution")
    parser.add_argument("--kept", help="a file for all runs, one JSON document a line")
    arguments = parser.parse_args()
    runs = Runs(arguments.solvers.split(","), arguments.limit, arguments.kept)
    for name in arguments.parts or parts:
        parts[name](runs, arguments.seeds)


if __name__ == "__main__":
    main()
