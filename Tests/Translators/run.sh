#!/usr/bin/env bash
# What translators get and send back, with libraries of their tools, and with gettext's own check where it is installed.
#
# `CARILLON` is another program.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-translators)"
if [ -z "${CARILLON:-}" ]; then
    (cd "$root" && swift build --product carillon >&2)
    CARILLON="$(cd "$root" && swift build --show-bin-path)/carillon"
fi
export CARILLON
"$folder/bin/python" -B -m pytest -q -p no:cacheprovider "$@" .
