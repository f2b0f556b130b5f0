#!/usr/bin/env bash
# What translators get and send back, with libraries of their tools, and with gettext's own check where it is installed.
#
# `CARILLON` is another program.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-translators)"
CARILLON="$("$root/Tests/Tools/program.sh" carillon)"
export CARILLON
"$folder/bin/python" -B -m pytest -q -p no:cacheprovider "$@" .
