#!/usr/bin/env bash
# The plugins for SwiftPM, in a package as somebody has it who sends a tenant's events: code is made when the package is built, made
# anew when the tenant changes, and written into the package by the command. Nothing of the host is resolved or compiled for it.
#
# The program is `carillon` of this build, or the one that CARILLON names.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
CARILLON="$("$root/Tests/Tools/program.sh" carillon)"
export CARILLON
export SWIFT_DETERMINISTIC_HASHING=1
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

cp -r Package/. "$work"
mkdir "$work/tenants"
cp -r "$root/tenants/escrow" "$work/tenants"
sed -i "s|path: \"../../..\"|path: \"$root\"|" "$work/Package.swift"
cd "$work"
generate() {
    swift package --disable-sandbox --scratch-path "$work/.build" --allow-writing-to-package-directory \
        generate-notifications "$@" >"$work/log" 2>&1
}
fail() {
    echo "plugins: $1" >&2
    [ ! -f "$work/log" ] || tail -30 "$work/log" >&2
    exit 1
}
build() { swift build --disable-sandbox --scratch-path "$work/.build" >"$work/log" 2>&1; }

build || fail "the package isn't built"
[ "$(.build/debug/Sender)" = "$(cat expected.json)" ] || fail "another event is made"
resolved="$(grep -o '"identity" : "[^"]*"' Package.resolved)"
[ "$resolved" = '"identity" : "swift-argument-parser"' ] || fail "a sender resolves $resolved"

sed -i 's/What the milestone is called/The name of the milestone/' tenants/escrow/events.json
build || fail "the package isn't built after a change"
grep -rq 'The name of the milestone' .build/plugins/outputs || fail "a change of the tenant makes no new code"

here=(swift --tenant escrow --for app --output Generated)
if generate --check "${here[@]}"; then fail "code that isn't there is fresh"; fi
grep -q '^+public enum EscrowApp' "$work/log" || fail "a check doesn't show what would change"
[ ! -e Generated ] || fail "a check writes"
generate "${here[@]}" || fail "nothing is written"
generate --check "${here[@]}" || fail "what was written isn't fresh"
[ -s Generated/EscrowApp.swift ] || fail "the code isn't where it belongs"

mv Sources/Sender/notifications.json .
if build; then fail "a target without settings is built"; fi
grep -q 'it says of which tenants code is made' "$work/log" || fail "what is missing isn't said"
echo "plugins: a package is built, made anew and checked"
