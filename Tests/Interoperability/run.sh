#!/usr/bin/env bash
# Other people's programs as judges: a real mail server gets our mail, their decryption reads our web pushes, their
# library checks our webhooks, clients that they generate from other backends' documents talk to our contracts, and
# Supabase's own clients follow a feed.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=$(Tests/Tools/python.sh)

# A folder for each version of Supabase's client: they need different versions of the same libraries.
clients="$python/realtime"
while read -r version; do
    [ -f "$clients/$version/installed" ] && continue
    "$python/bin/pip" install --quiet --disable-pip-version-check --no-warn-conflicts \
        --target "$clients/$version" "realtime==$version"
    touch "$clients/$version/installed"
done < Tests/Interoperability/realtime-clients.txt

CARILLOND="$(Tests/Tools/program.sh carillond)"
export CARILLOND
REALTIME_CLIENTS="$clients" \
    "$python/bin/python" -W ignore -m unittest discover -s Tests/Interoperability -p 'test_*.py'
