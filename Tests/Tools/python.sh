#!/usr/bin/env bash
# Makes a virtual environment with the Python packages that checks need, and prints its folder.
#
# They check us from outside: nothing of Carillon needs Python to run. Takes the list of packages and the folder's name below
# .build; without, those of most checks.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
wanted="${1:-$root/Tests/Tools/requirements.txt}"
folder="$root/.build/${2:-python}"
if ! cmp -s "$wanted" "$folder/requirements.txt"; then
    "$root/Tests/Tools/libraries.sh" python >&2
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2
    cp "$wanted" "$folder/requirements.txt"
fi
echo "$folder"
