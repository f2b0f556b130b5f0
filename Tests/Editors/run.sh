#!/usr/bin/env bash
# The language server with real clients: a client's library in Python, then Neovim, Emacs and Node where they are installed.
#
# `CARILLON` is another program.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
# On a machine that can't have an editor, the rest still counts; continuous integration has them.
"$root/Tests/Tools/libraries.sh" editors || [ -z "${CI:-}" ]
folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-editors)"
CARILLON="$("$root/Tests/Tools/program.sh" carillon)"
export CARILLON
if [ $# -gt 0 ]; then exec "$folder/bin/python" -B -m pytest -q -p no:cacheprovider "$@"; fi
"$folder/bin/python" -B -m pytest -q -p no:cacheprovider .
