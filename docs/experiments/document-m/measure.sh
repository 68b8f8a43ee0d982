#!/usr/bin/env bash
# measure.sh FIELD RUNS EVALUATIONS PUZZLE SOLVER [KEY=VALUE]...
# A number of the JSON of so many runs with the seeds 1, 2, ... on one thread: most, least, mean, standard
# deviation, median, and the mean processor time of a run. Numbers depend on the evaluations alone.
set -euo pipefail
field=$1 runs=$2 evaluations=$3 puzzle=$4 solver=$5
shift 5
settings=()
for setting in "$@"; do settings+=(--set "$setting"); done
number() { sed -n "s/^  \"$1\": \([0-9.]*\).*/\1/p" <<<"$2"; }
for seed in $(seq "$runs"); do
  answer=$("${TILEWRIGHT:-tilewright}" solve "$puzzle" --solver "$solver" "${settings[@]}" \
    --evaluations "$evaluations" --seed "$seed" --threads 1 --no-archive --json 2>/dev/null)
  echo "$(number "$field" "$answer") $(number cpu_seconds "$answer")"
done | sort -n | awk -v what="$(basename "$puzzle") $solver $*" -v evaluations="$evaluations" '
  { value[NR] = $1; sum += $1; squares += $1 * $1; seconds += $2 }
  END {
    median = (NR % 2) ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
    mean = sum / NR; spread = (NR > 1) ? sqrt((squares - sum * mean) / (NR - 1)) : 0
    printf "%-50s %11d evaluations  %d runs  most %g  least %g  mean %.4g  sd %.3g  median %g  %.1f s\n",
      what, evaluations, NR, value[NR], value[1], mean, spread, median, seconds / NR
  }'
