#!/usr/bin/env bash
# Fails when one of our own files compiles with a warning. Files that were compiled before are not compiled again, so
# each is touched first.
set -euo pipefail
cd "$(dirname "$0")/../.."

git ls-files 'Sources/*.swift' 'Plugins/*.swift' 'Tests/*.swift' | xargs touch
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --build-tests 2>&1 | tee "$log" | grep -vE '^\[[0-9]+/[0-9]+\] (Compiling|Emitting)' || true
if grep -E "^$PWD/(Sources|Plugins|Tests)/.*: (warning|error):" "$log" >/dev/null; then
    echo "Our own code has warnings:" >&2
    grep -E "^$PWD/(Sources|Plugins|Tests)/.*: (warning|error):" "$log" | sort -u >&2
    exit 1
fi
