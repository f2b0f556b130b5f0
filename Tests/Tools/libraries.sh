#!/usr/bin/env bash
# The system libraries that the host needs: SQLite (the embedded store), libpq (the store on PostgreSQL) and zlib (HTTP
# compression). Installs what is missing where it may, and otherwise says what to install.
#
# `libraries.sh browser` does the same for what the tests of the inbox need, a Chromium and letters for Arabic, and
# `libraries.sh server` for the server of the store on PostgreSQL, `libraries.sh cluster` for all that its tests need beside it: a
# pooler, networks and wrong clocks, `libraries.sh kotlin` and `libraries.sh typescript` for what apps and senders run in these
# languages, a compiler, `libraries.sh babel` for what makes older syntax of TypeScript, `libraries.sh editors` for those that the
# language server is tried in, `libraries.sh instructions` for what counts them, `libraries.sh python` for what checks in Python stand
# on, and `libraries.sh distribution` for the tests of what is packed: who reads pages, scripts and images.
set -euo pipefail

missing=()
has() { echo "#include <$1>" | cc -E -x c - >/dev/null 2>&1; }
case "${1:-}" in
browser)
    [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
    [ -e /usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf ] || missing+=(fonts-noto-core)
    ;;
server)
    "$(dirname "$0")/cluster.sh" installed || missing+=(postgresql)
    ;;
cluster)
    "$(dirname "$0")/cluster.sh" installed || missing+=(postgresql)
    "$(dirname "$0")/cluster.sh" pooler || missing+=(pgbouncer)
    command -v ip >/dev/null || missing+=(iproute2)
    command -v openssl >/dev/null || missing+=(openssl)
    ;;
kotlin)
    command -v kotlinc >/dev/null || missing+=(kotlin)
    ;;
typescript)
    command -v tsc >/dev/null || missing+=(node-typescript)
    command -v node >/dev/null || missing+=(nodejs)
    ;;
babel)
    command -v node >/dev/null || missing+=(nodejs)
    [ -d /usr/share/nodejs/@babel/preset-typescript ] || missing+=(node-babel7)
    ;;
editors)
    command -v nvim >/dev/null || missing+=(neovim)
    command -v emacs >/dev/null || missing+=(emacs-nox elpa-eglot)
    command -v node >/dev/null || missing+=(nodejs)
    ;;
instructions)
    command -v valgrind >/dev/null || missing+=(valgrind)
    ;;
python)
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    ;;
distribution)
    for command in fish mandoc umoci zsh; do command -v "$command" >/dev/null || missing+=("$command"); done
    ;;
*)
    has sqlite3.h || missing+=(libsqlite3-dev)
    has zlib.h || missing+=(zlib1g-dev)
    command -v pkg-config >/dev/null || missing+=(pkg-config)
    pkg-config --exists libpq 2>/dev/null || missing+=(libpq-dev)
    ;;
esac
[ ${#missing[@]} -eq 0 ] && exit 0

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
    # Tests run side by side, and apt-get doesn't wait for another one.
    exec 9<"$0"
    flock 9
    echo "Installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
else
    echo "These system libraries are missing: ${missing[*]}" >&2
    echo "Install them, on Debian or Ubuntu with: sudo apt-get install ${missing[*]}" >&2
    exit 1
fi
