"""Samples and what SciPy says of them, as JSON: python reference.py SEED > FILE.

The Rust test `statistics` compares our own figures with these. `reference.json` beside this file is one
such output, so that the test needs no Python; `./test statistics` makes a fresh one each time.
"""

import json
import sys

import numpy as np
from scipy import stats


def holm(p_values):
    """Holm's correction, written as in its definition (SciPy has none)."""
    p = np.asarray(p_values)
    order = np.argsort(p)
    corrected = np.empty_like(p)
    for place, index in enumerate(order):
        factors = [(len(p) - j) * p[order[j]] for j in range(place + 1)]
        corrected[index] = min(1.0, max(factors))
    return corrected.tolist()


def sample(random, kind, size):
    if kind == "ties":
        return random.integers(0, 6, size).astype(float)
    if kind == "scores":
        return random.normal(400, 8, size).round()
    return random.lognormal(3, 1, size)


def one(random, kind, n, m):
    x, y = sample(random, kind, n), sample(random, kind, m)
    test = stats.mannwhitneyu(x, y, alternative="two-sided", method="auto")
    quartiles = np.percentile(x, [25, 50, 75])
    successes = int(random.integers(0, n + 1))
    wilson = stats.binomtest(successes, n).proportion_ci(method="wilson")
    ecdf = stats.ecdf(x).cdf
    ends = stats.bootstrap((x,), np.mean, method="percentile", n_resamples=20_000, random_state=1)
    return {
        "kind": kind,
        "x": x.tolist(),
        "y": y.tolist(),
        "mean": x.mean(),
        "sd": x.std(ddof=1),
        "quartiles": quartiles.tolist(),
        "u": float(test.statistic),
        "p": float(test.pvalue),
        "ranks": stats.rankdata(x).tolist(),
        "successes": successes,
        "wilson": [float(wilson.low), float(wilson.high)],
        "ecdf": [ecdf.quantiles.tolist(), ecdf.probabilities.tolist()],
        "bootstrap": [float(ends.confidence_interval.low), float(ends.confidence_interval.high)],
    }


def main():
    random = np.random.default_rng(int(sys.argv[1]))
    sizes = [(5, 7), (8, 30), (10, 10), (12, 40), (30, 25), (100, 80)]
    samples = [one(random, kind, n, m) for kind in ("ties", "scores", "times") for n, m in sizes]
    p_values = [s["p"] for s in samples]
    z = np.linspace(-6, 9, 61)
    document = {
        "samples": samples,
        "holm": holm(p_values),
        "z": z.tolist(),
        "upper_tail": stats.norm.sf(z).tolist(),
    }
    json.dump(document, sys.stdout, indent=1)


main()
