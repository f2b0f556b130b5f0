#!/usr/bin/env bash
# The bad days of several hosts that take seconds, where a PostgreSQL server is installed; in continuous integration it is.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! Tests/Tools/cluster.sh installed && [ -z "${CI:-}" ]; then
    echo "NOT TESTED: several hosts on PostgreSQL, because no server is installed (Debian: postgresql)" >&2
    exit 0
fi
program="$(Tests/Tools/program.sh carillond)"
Tests/Cluster/faults.py --short --program "$program"
