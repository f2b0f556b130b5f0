#!/usr/bin/env bash
# What people get who have no Swift: archives, wheel, image, the action and the hooks.
#
# Without an argument the programs are stand-ins that call a debug build: how things are packed and run is seen in half a minute.
# With a folder that `make dist` has made, what is in it is tried as well, in an empty root.
set -euo pipefail
if [ $# -gt 0 ]; then DISTRIBUTION="$(cd "$1" && pwd)"; export DISTRIBUTION; fi
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"

"$root/Tests/Tools/libraries.sh" distribution || [ -z "${CI:-}" ]
python="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-distribution)"
CARILLON="$("$root/Tests/Tools/program.sh" carillon)"
export CARILLON PATH="$python/bin:$PATH"
exec "$python/bin/python" -W ignore -B -m unittest discover -p 'test_*.py'
