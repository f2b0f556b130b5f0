#!/usr/bin/env bash
# Runs the tests of what apps get with the code for old systems of Apple, which `CARILLON_OLD_SYSTEMS` chooses elsewhere.
# The package it makes has nothing else, so that its build takes two minutes instead of many.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
package="$root/.build/floor/suite"
mkdir -p "$package"
cp Tests/Floor/Suite.swift "$package/Package.swift"
for part in Sources Tests Plugins; do ln -sfn "$root/$part" "$package/$part"; done
cd "$package"
swift test --no-parallel "$@"
