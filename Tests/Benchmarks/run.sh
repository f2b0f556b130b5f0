#!/usr/bin/env bash
# All benchmarks, in release builds. Each part can be run alone.
set -euo pipefail
cd "$(dirname "$0")/../.."

need() {
    command -v "$1" >/dev/null && return
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        apt-get install -y -qq "$2" >/dev/null
    else
        echo "missing: $1 (on Debian: apt-get install $2)" >&2
        exit 1
    fi
}

echo "== MessageFormat, with ICU4C in the same run"
Tests/Benchmarks/MessageFormat/run.sh

echo
echo "== Validation: the five tenants, and made-up ones that double in size"
Tests/Benchmarks/Validation/run.py

echo
echo "== The thread: accepted, committed, delivered through the sandbox"
need wrk wrk
make release 2>&1 | tail -1
for provider in expo fcm; do
    echo "-- $provider, a request for each event"
    Tests/Benchmarks/Thread/run.py --provider "$provider" "$@"
    echo "-- $provider, twenty events a request"
    Tests/Benchmarks/Thread/run.py --provider "$provider" --batch 20 --connections 16 "$@"
done

echo
echo "== What an app waits for, with a million notifications in the store"
Tests/Benchmarks/Latency/run.py

echo
echo "== Isolation: what a tenant feels of another's flood, of its dead provider, of its expired certificate"
Tests/Benchmarks/Isolation/run.py

echo
echo "== Starting: with 200 tenants, and with a million scheduled notifications"
Tests/Benchmarks/ManyTenants/run.py

echo
echo "== Catching up: a million notifications that came due while the host was down"
Tests/Benchmarks/Backlog/run.py

echo
echo "== Idle streams"
Tests/Benchmarks/Stream/run.py
