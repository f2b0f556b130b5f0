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
# One after the other, each file with a browser of its own.
failed=()
for file in test_*.py; do
    echo "== $file"
    "$folder/bin/python" -W ignore -B -m unittest "${file%.py}" && continue
    # A browser on a busy machine may be late once; what is wrong is wrong twice.
    echo "== $file, once more"
    "$folder/bin/python" -W ignore -B -m unittest "${file%.py}" || failed+=("$file")
done
[ ${#failed[@]} -eq 0 ] || { echo "Failed: ${failed[*]}" >&2; exit 1; }
