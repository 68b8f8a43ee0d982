#!/usr/bin/env python3
"""How much a run loses when many watch it.

Starts a studio with an archive of its own, a hunt of one thread on Eternity II, and compares the rate
of nodes with nobody watching and with N watchers, in short blocks in the order A B B A, so that a
steady drift of the machine and of the hunt cancels out. A watcher is a browser of its own: before the
first block it asks for what the page asks for when it is opened, in the blocks it listens to
/api/events. (The tabs of one browser share one connection, so N tabs cost less than this.)

    python3 docs/experiments/studio/watchers.py --program target/release/tilewright

Node counts and the processor time of the run's own threads are read at the moment a new sample
appears. Linux only: processor times of threads come from /proc.
"""

import argparse
import json
import os
import re
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path


class Studio:
    def __init__(self, program, folder):
        command = [program, "studio", "--listen", "127.0.0.1:0", "--archive", f"{folder}/archive.sqlite"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip().rstrip("/")
        self.host = self.address.removeprefix("http://")

    def get(self, path):
        with urllib.request.urlopen(self.address + path) as answer:
            return answer.read()

    def begin(self, solver):
        spec = {"puzzle": "eternity2", "solver": solver, "threads": 1, "seed": 1}
        headers = {"content-type": "application/json"}
        body = json.dumps({"spec": spec}).encode()
        request = urllib.request.Request(self.address + "/api/runs", body, headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["run"]

    def processor_seconds(self):
        """Those of the run (its solver's thread and the one around it), and those of all others."""
        run = 0.0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                if (task / "comm").read_text().startswith(("solver-", "run-")):
                    run += int((task / "schedstat").read_text().split()[0]) / 1e9
            except (FileNotFoundError, ProcessLookupError):
                continue
        # Of the whole process: threads that come and go leave their time there alone.
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        whole = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return run, whole - run

    def reading(self):
        """Nodes or evaluations, wall seconds, processor seconds of the run and of the rest, at a fresh sample."""
        sample = lambda: json.loads(self.get("/api/live"))["runs"][0]["sample"]
        before = sample()["seconds"]
        while True:
            time.sleep(0.01)
            now = sample()
            if now["seconds"] != before:
                run, others = self.processor_seconds()
                return now["counters"]["nodes"] + now["counters"]["evaluations"], now["seconds"], run, others


def open_page(studio, run):
    """Asks for what the page asks for when it is opened."""
    page = studio.get("/").decode()
    for path in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        studio.get(path)
    for path in ["about", "puzzles", "solvers", "live", "puzzles/eternity2", f"runs/{run}",
                 "runs?state=interrupted&limit=20"]:
        studio.get(f"/api/{path}")


class Watcher:
    """A page that listens."""

    def __init__(self, studio):
        host, port = studio.host.split(":")
        self.bytes = 0
        self.stream = socket.create_connection((host, int(port)))
        request = f"GET /api/events HTTP/1.1\r\nHost: {studio.host}\r\nAccept: text/event-stream\r\n\r\n"
        self.stream.sendall(request.encode())
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        try:
            while data := self.stream.recv(65536):
                self.bytes += len(data)
        except OSError:
            pass

    def close(self):
        self.stream.shutdown(socket.SHUT_RDWR)
        self.stream.close()
        self.thread.join()


def block(studio, watchers, seconds):
    """The rates of one block: nodes by wall second and by processor second, and what the rest cost."""
    pages = [Watcher(studio) for _ in range(watchers)]
    time.sleep(0.3)
    first = studio.reading()
    heard = sum(page.bytes for page in pages)
    time.sleep(seconds)
    last = studio.reading()
    heard = sum(page.bytes for page in pages) - heard
    for page in pages:
        page.close()
    nodes, wall, processor, others = (b - a for a, b in zip(first, last))
    return {"wall": nodes / wall, "processor": nodes / processor, "busy": processor / wall,
            "server": others / wall, "heard": heard / wall}


def spread(values):
    low, middle, high = statistics.quantiles(values, n=4)
    mean, error = statistics.mean(values), statistics.stdev(values) / len(values) ** 0.5
    return f"median {middle:+.2f} %, quartiles {low:+.2f} to {high:+.2f}, mean {mean:+.2f} ± {error:.2f}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/release/tilewright")
    arguments.add_argument("--solver", default="hunt")
    arguments.add_argument("--watchers", type=int, default=20)
    arguments.add_argument("--groups", type=int, default=30, help="of four blocks, A B B A")
    arguments.add_argument("--seconds", type=float, default=3, help="of a block")
    arguments.add_argument("--warm-up", type=float, default=20, help="seconds before the first block")
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(asked.program, folder)
        try:
            run = studio.begin(asked.solver)
            time.sleep(asked.warm_up)
            before = studio.processor_seconds()[1]
            for _ in range(asked.watchers):
                open_page(studio, run)
            opening = studio.processor_seconds()[1] - before
            groups = []
            for number in range(asked.groups):
                order = [0, asked.watchers, asked.watchers, 0]
                blocks = [block(studio, watchers, asked.seconds) for watchers in order]
                groups.append(blocks)
                shown = "  ".join(f"{b['processor'] / 1e6:.3f}" for b in blocks)
                print(f"group {number + 1}: million nodes or evaluations per processor second {shown}", flush=True)
        finally:
            studio.process.terminate()
            studio.process.wait()
    alone = [b for group in groups for b in (group[0], group[3])]
    watched = [b for group in groups for b in group[1:3]]
    mean = lambda blocks, name: statistics.mean(b[name] for b in blocks)
    middle = lambda blocks, name: statistics.median(b[name] for b in blocks)
    print(f"{len(groups)} groups of four blocks of {asked.seconds:g} s, {asked.watchers} watchers")
    for name, words in [("processor", "processor second of the run"), ("wall", "wall second")]:
        change = [100 * ((g[1][name] + g[2][name]) / (g[0][name] + g[3][name]) - 1) for g in groups]
        rates = f"{middle(alone, name) / 1e6:.3f} alone, {middle(watched, name) / 1e6:.3f} watched"
        print(f"million nodes or evaluations per {words}: {rates}; change {spread(change)}")
    print(f"the run had a core for {100 * mean(alone, 'busy'):.1f} % of the time alone, "
          f"{100 * mean(watched, 'busy'):.1f} % watched")
    print(f"the rest of the server used {100 * mean(alone, 'server'):.2f} % of a core alone, "
          f"{100 * mean(watched, 'server'):.2f} % watched; opening {asked.watchers} pages "
          f"{opening:.2f} processor seconds")
    print(f"all watchers together heard {mean(watched, 'heard') / 1024:.1f} KiB a second")


if __name__ == "__main__":
    main()
