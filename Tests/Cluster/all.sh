#!/usr/bin/env bash
# Everything about several hosts: what kills them, and that broken promises would show.
#
# usage: all.sh CARILLOND [options of run.py]
set -euo pipefail
cd "$(dirname "$0")/../.."
program="$1"
shift

Tests/Cluster/run.py --program "$program" "$@"
for act in lose forget; do
    echo
    Tests/Cluster/run.py --program "$program" --kills 3 --seed 3 --sabotage "$act" | grep -v '^  '
done
