#!/usr/bin/env bash
# Prints where `carillon` or `carillond` is, whichever is named: a debug build, brought up to date, unless the variable CARILLON or
# CARILLOND names another program.
set -euo pipefail
case "$1" in
    carillon) given="${CARILLON:-}" ;;
    carillond) given="${CARILLOND:-}" ;;
esac
if [ -n "$given" ]; then
    echo "$given"
    exit
fi
cd "$(dirname "$0")/../.."
swift build --product "$1" >&2
echo "$(swift build --show-bin-path)/$1"
