#!/usr/bin/env bash
# The language server with real clients: a client's library in Python, then Neovim, Emacs and Node where they are installed.
#
# `CARILLON` is another program.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-editors)"
if [ -z "${CARILLON:-}" ]; then
    (cd "$root" && swift build --product carillon >&2)
    CARILLON="$(cd "$root" && swift build --show-bin-path)/carillon"
fi
export CARILLON
if [ $# -gt 0 ]; then exec "$folder/bin/python" -B -m pytest -q -p no:cacheprovider "$@"; fi
"$folder/bin/python" -B -m pytest -q -p no:cacheprovider .
