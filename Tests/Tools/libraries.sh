#!/usr/bin/env bash
# The system libraries that the host needs: SQLite (the embedded store), libpq (the store on PostgreSQL) and zlib (HTTP
# compression), and for its tests a PostgreSQL server.
# Installs what is missing where it may, and otherwise says what to install. `libraries.sh browser` does the same for
# what the tests of the inbox need: a Chromium, and letters for Arabic.
set -euo pipefail

missing=()
optional=()
has() { echo "#include <$1>" | cc -E -x c - >/dev/null 2>&1; }
if [ "${1:-}" = browser ]; then
    [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
    [ -e /usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf ] || missing+=(fonts-noto-core)
else
    has sqlite3.h || missing+=(libsqlite3-dev)
    has zlib.h || missing+=(zlib1g-dev)
    command -v pkg-config >/dev/null || missing+=(pkg-config)
    pkg-config --exists libpq 2>/dev/null || missing+=(libpq-dev)
    # Only for tests, which are left out without it.
    "$(dirname "$0")/cluster.sh" installed || optional+=(postgresql)
fi
[ $((${#missing[@]} + ${#optional[@]})) -eq 0 ] && exit 0

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
    missing+=("${optional[@]}")
    echo "Installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
else
    [ ${#optional[@]} -eq 0 ] || echo "For some tests, install ${optional[*]}" >&2
    [ ${#missing[@]} -gt 0 ] || exit 0
    echo "These system libraries are missing: ${missing[*]}" >&2
    echo "Install them, on Debian or Ubuntu with: sudo apt-get install ${missing[*]}" >&2
    exit 1
fi
