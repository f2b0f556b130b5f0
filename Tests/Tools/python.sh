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
echo "$folder"
