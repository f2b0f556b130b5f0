#!/usr/bin/env bash
# The inbox in a real browser, against a host that can be told to misbehave, under the policy of the page we serve.
#
# Takes names of tests (`test_keyboard`); without, all run. `CHROMIUM` is another browser, `SEED` repeats a random walk.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"

if ! "$root/Tests/Tools/libraries.sh" browser; then
    # On a machine that can't have a browser, the rest of the tests still count; continuous integration has one.
    [ -n "${CI:-}" ] && exit 1
    echo "skipped: the inbox in a browser" >&2
    exit 0
fi

folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-web)"
if [ $# -gt 0 ]; then
    exec "$folder/bin/python" -W ignore -B -m unittest "$@"
fi
# Several files at a time, each with a browser of its own: browsers wait more than they work. What a file prints comes when it has ended.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export python="$folder/bin/python" work
run_file() {
    local name="${1%.py}" log="$work/$1.log"
    echo "== $1" >"$log"
    if ! "$python" -W ignore -B -m unittest "$name" >>"$log" 2>&1; then
        # A browser on a busy machine may be late once; what is wrong is wrong twice.
        echo "== $1, once more" >>"$log"
        "$python" -W ignore -B -m unittest "$name" >>"$log" 2>&1 || echo "$1" >>"$work/failed"
    fi
    cat "$log"
}
export -f run_file
printf '%s\n' test_*.py | xargs -P 3 -I{} bash -c 'run_file {}'
[ ! -s "$work/failed" ] || { echo "Failed: $(paste -sd ' ' "$work/failed")" >&2; exit 1; }
