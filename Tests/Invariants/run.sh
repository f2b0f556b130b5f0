#!/usr/bin/env bash
# What must hold of the client kit after any events and of any input, in a release build of what it needs: the machines' properties
# with CARILLON_SEQUENCES random sequences, the readers' with ten times as many inputs, and that readers take time in proportion to what
# they read. Suites run side by side.
#
# usage: Tests/Invariants/run.sh [PART...]
# Parts: registration router inbox permission subscriptions extension badge streams links hostlinks pushes lineartime; without, all.
# Prints what each took. CARILLON_SEED repeats a run.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
package="$root/.build/invariants"
mkdir -p "$package"
cp Tests/Invariants/Suite.swift "$package/Package.swift"
for part in Sources Tests Plugins; do ln -sfn "$root/$part" "$package/$part"; done
cd "$package"

declare -A suites=([registration]=Registration [router]=Router [inbox]=Inbox [permission]=Permission [subscriptions]=Subscription
    [extension]=Extension [badge]=Badge [streams]=Stream [links]=Link [hostlinks]=HostLink [pushes]=Push)
filter= isLinear=
[ $# -gt 0 ] || isLinear=1
for part in "$@"; do
    if [ "$part" = lineartime ]; then isLinear=1; continue; fi
    [ -n "${suites[$part]:-}" ] || { echo "no part $part" >&2; exit 2; }
    filter+="${filter:+|}\\.${suites[$part]}Invariants/"
done

if [ $# -eq 0 ] || [ -n "$filter" ]; then
    CARILLON_SEQUENCES="${CARILLON_SEQUENCES:-100000}" swift test -c release --filter "${filter:-Invariants/}"
fi
if [ -n "$isLinear" ]; then
    swift build -c release --product ReaderSteps
    PROGRAM="$(swift build -c release --show-bin-path)/ReaderSteps" "$root/Tests/LinearTime/run.py"
fi
