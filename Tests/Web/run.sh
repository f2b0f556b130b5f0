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

wanted="$PWD/requirements.txt"
folder="$root/.build/python-web"
if ! cmp -s "$wanted" "$folder/requirements.txt"; then
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        if [ "$(id -u)" -eq 0 ]; then
            apt-get install -y -qq python3-venv >&2
        else
            echo "python3-venv is missing: sudo apt-get install python3-venv" >&2
            exit 1
        fi
    fi
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2
    cp "$wanted" "$folder/requirements.txt"
fi

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
