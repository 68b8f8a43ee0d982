#!/usr/bin/env bash
# measure.sh RUNS EVALUATIONS PUZZLE SOLVER [KEY=VALUE]...
# The scores of so many runs with the seeds 1, 2, ... on one thread: lowest, median, highest, the mean
# processor time of a run, and what was run. Scores depend on the evaluations alone, not on the machine.
set -euo pipefail
runs=$1 evaluations=$2 puzzle=$3 solver=$4
shift 4
settings=()
for setting in "$@"; do settings+=(--set "$setting"); done
number() { sed -n "s/^  \"$1\": \([0-9.]*\).*/\1/p" <<<"$2"; }
scores=() seconds=()
for seed in $(seq "$runs"); do
  answer=$("${TILEWRIGHT:-tilewright}" solve "$puzzle" --solver "$solver" "${settings[@]}" \
    --evaluations "$evaluations" --seed "$seed" --threads 1 --no-archive --json 2>/dev/null)
  scores+=("$(number score "$answer")")
  seconds+=("$(number cpu_seconds "$answer")")
done
printf '%s\n' "${scores[@]}" | sort -n | awk -v what="$(basename "$puzzle") $solver $*" \
  -v evaluations="$evaluations" -v seconds="${seconds[*]}" '
  { score[NR] = $1 }
  END {
    n = split(seconds, each, " "); for (i in each) sum += each[i]
    median = (NR % 2) ? score[(NR + 1) / 2] : (score[NR / 2] + score[NR / 2 + 1]) / 2
    printf "%-50s %11d evaluations  %d runs  least %d  median %g  best %d  %.1f s\n",
      what, evaluations, NR, score[1], median, score[NR], sum / n
  }'
