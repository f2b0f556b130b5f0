#!/usr/bin/env bash
# A short walk through the inbox in Firefox and in WebKit, against the real host with the demo's traffic. Chromium has the tests
# in the folder above.
#
# Takes names of browsers (`firefox`, `webkit`); without, both walk. `CARILLOND` is the host's program, without it that of the
# debug build.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../../.. && pwd)"

missing=()
command -v firefox-esr >/dev/null || missing+=(firefox-esr)
command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
command -v Xvfb >/dev/null || missing+=(xvfb)
[ -e /usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf ] || missing+=(fonts-noto-core)
if [ ${#missing[@]} -gt 0 ]; then
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        echo "Installing ${missing[*]}"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    else
        echo "These are missing: ${missing[*]}" >&2
        echo "Install them, on Debian or Ubuntu with: sudo apt-get install ${missing[*]}" >&2
        exit 1
    fi
fi

folder="$("$root/Tests/Tools/python.sh" "$PWD/requirements.txt" python-browsers)"

exec "$folder/bin/python" -B walk.py "$@"
