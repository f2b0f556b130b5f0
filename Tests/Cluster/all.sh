#!/usr/bin/env bash
# Everything about several hosts: what kills them, that broken promises would show, and the database's bad days.
#
# usage: all.sh CARILLOND [options of run.py]
set -euo pipefail
cd "$(dirname "$0")/../.."
program="$1"
shift

Tests/Cluster/run.py --program "$program" "$@"
for act in lose forget unmark reclaim; do
    echo
    Tests/Cluster/run.py --program "$program" --kills 5 --seed 3 --sabotage "$act" | grep -v '^  '
done

echo
# shellcheck disable=SC2086
Tests/Cluster/faults.py --program "$program" ${FAULTS:-}
