#!/usr/bin/env bash
# The scenario vectors against the TypeScript runtime, type-checked strictly: what Swift's runtime passes, this one passes.
#
# Once as it is, and once as Babel makes it for the engines of older phones. And a vector that was tampered with must fail, so that a runner which compares nothing is found.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../../.. && pwd)"

if ! folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-typescript)"; then
    # On a machine that can't have the program, the rest of the tests still count; continuous integration has it.
    [ -n "${CI:-}" ] && exit 1
    echo "skipped: the client's scenarios in TypeScript" >&2
    exit 0
fi

planted="$(mktemp -d)"
trap 'rm -rf "$planted"' EXIT
run() {
    HOME="$planted" DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 "$folder/bin/deno" run --quiet --check --no-remote --no-lock \
        --config deno.json --allow-read="$1" vectors.ts "$1"
}
run "$(cd ../Vectors && pwd)"

cp -r ../Vectors "$planted/vectors"
sed -i 's/"phase": "active"/"phase": "denied"/' "$planted/vectors/permission.json"
if run "$planted/vectors" >/dev/null 2>&1; then
    echo "a planted difference wasn't found" >&2
    exit 1
fi

if ! "$root/Tests/Tools/libraries.sh" babel; then
    [ -n "${CI:-}" ] && exit 1
    echo "skipped: the client's scenarios by way of Babel" >&2
    exit 0
fi
export NODE_PATH=/usr/share/nodejs
node babel.js ../Vectors
if node babel.js "$planted/vectors" >/dev/null 2>&1; then
    echo "a planted difference wasn't found by way of Babel" >&2
    exit 1
fi
