#!/usr/bin/env bash
# The scenario vectors of pushes, links, taps, Android channels, JSON and what calls came to against the Kotlin runtime; warnings are errors.
#
# And a vector that was tampered with must fail, so that a runner which compares nothing is found.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../../.. && pwd)"

if ! "$root/Tests/Tools/libraries.sh" kotlin; then
    # On a machine that can't have the compiler, the rest of the tests still count; continuous integration has it.
    [ -n "${CI:-}" ] && exit 1
    echo "skipped: the client's scenarios in Kotlin" >&2
    exit 0
fi

planted="$(mktemp -d)"
trap 'rm -rf "$planted"' EXIT
kotlinc -Werror -include-runtime -d "$planted/vectors.jar" \
    "$root/Sources/CarillonClient/Runtimes/CarillonClient.kt" "$root/Sources/CarillonClient/Runtimes/CarillonEndpoints.kt" \
    Vectors.kt
run() { java -cp "$planted/vectors.jar" carillon.client.VectorsKt "$1"; }
run ../Vectors

cp -r ../Vectors "$planted/vectors"
sed -i 's/"fault": "fragment"/"fault": "empty"/' "$planted/vectors/links.json"
if run "$planted/vectors" >/dev/null 2>&1; then
    echo "a planted difference wasn't found" >&2
    exit 1
fi
