#!/usr/bin/env bash
# Other people's programs as judges: a real mail server gets our mail, their decryption reads our web pushes, their
# library checks our webhooks, and clients that they generate from other backends' documents talk to our contracts.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=$(Tests/Tools/python.sh)
swift build --product carillond
CARILLOND="$(swift build --show-bin-path)/carillond" \
    "$python/bin/python" -W ignore -m unittest discover -s Tests/Interoperability -p 'test_*.py'
