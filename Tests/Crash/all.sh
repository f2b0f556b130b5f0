#!/usr/bin/env bash
# Everything about crashes: the kills, that broken promises would show, and what becomes of failing disks.
#
# usage: all.sh CARILLOND [options of run.py]
set -euo pipefail
cd "$(dirname "$0")/../.."
program="$1"
shift

Tests/Crash/run.py --program "$program" "$@"
for act in lose forget overlook unmark; do
    echo
    Tests/Crash/run.py --program "$program" --kills 6 --seed 3 --sabotage "$act" | grep -v '^  '
done

echo
Tests/Crash/publishing.py --program "$program"

echo
Tests/Crash/faults.py "$program"
