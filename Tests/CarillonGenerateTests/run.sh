#!/usr/bin/env bash
# The generated code of six tenants, compiled by the compilers themselves (warnings are errors) and run: in all languages the events of
# every sample have the same JSON, wrong ones the host's codes, and what is sent arrives, also where the host has its troubles. The calls of
# five tenants' apps come to the same against a host.
#
# `run.sh swift` does so for one language.
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
runtimes="$root/Sources/CarillonGenerate/Runtimes"
client="$root/Sources/CarillonClient/Runtimes"
work="$(mktemp -d)"
receiver=""
trap 'rm -rf "$work"; [ -z "$receiver" ] || kill "$receiver"' EXIT

# On a machine that can't have a compiler, the rest of the tests still count; continuous integration has them all.
has() {
    "$root/Tests/Tools/libraries.sh" "$1" && return
    [ -z "${CI:-}" ] || exit 1
    echo "skipped: generated code in $1" >&2
    return 1
}

build_swift() {
    swiftc -swift-version 6 -warnings-as-errors -module-name Generated -o "$work/swift" \
        "$runtimes"/*.swift Golden/swift/*.swift Programs/main.swift
}
run_swift() { "$work/swift" "$@"; }

build_typescript() {
    has typescript || return
    # Safari before 16.4 can't look behind, Babel takes no declared fields, and makes `Math.pow` of powers, also of bigints.
    if grep -nE '\(\?<[!=]|^ *declare readonly|[0-9]n \*\*|\*\* [0-9]+n' "$runtimes"/*.ts "$client"/*.ts; then
        echo "not every app can read this TypeScript" >&2
        exit 1
    fi
    mkdir "$work/ts"
    cp "$runtimes"/*.ts "$client"/*.ts Golden/typescript/*.ts Programs/*.ts "$work/ts"
    (cd "$work/ts" && tsc --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters \
        --lib es2020 --target es2020 --module commonjs ./*.ts)
}
run_typescript() { node "$work/ts/main.js" "$@"; }

build_kotlin() {
    has kotlin || return
    kotlinc -Werror -include-runtime -d "$work/kotlin.jar" \
        "$runtimes"/*.kt "$client"/*.kt Golden/kotlin/*.kt Programs/*.kt
    # On a disk that ignores capitals, one of two such classes would overwrite the other.
    python3 - "$work/kotlin.jar" <<'END'
import collections, sys, zipfile
names = [name for name in zipfile.ZipFile(sys.argv[1]).namelist() if name.startswith("carillon/")]
alike = [name for name, count in collections.Counter(map(str.lower, names)).items() if count > 1]
sys.exit(f"classes that differ in capitals alone: {alike}" if alike or len(names) < 100 else 0)
END
}
run_kotlin() { java -cp "$work/kotlin.jar" carillon.events.MainKt "$@"; }

# Calls of a host, made and read by what was generated.
CARILLOND="$("$root/Tests/Tools/program.sh" carillond)"
call_swift() { (cd "$root" && endpoints swift swift test --filter EndpointRunTests); }
call_typescript() { endpoints typescript node "$work/ts/endpoints.js"; }
call_kotlin() { endpoints kotlin java -cp "$work/kotlin.jar" carillon.client.EndpointsKt; }
endpoints() { python3 "$root/Tests/CarillonGenerateTests/Programs/endpoints.py" "$CARILLOND" "$@"; }

for language in ${1:-swift typescript kotlin}; do
    "build_$language" || continue
    cat Golden/events.jsonl Programs/printed.txt >"$work/expected"
    # What Swift makes for apps is compiled and run with the tests, because it needs a module.
    [ "$language" = swift ] || cat Programs/places.txt Golden/pushes.jsonl >>"$work/expected"
    "run_$language" >"$work/printed"
    diff -u "$work/expected" "$work/printed" || { echo "$language makes other events" >&2; exit 1; }

    rm -f "$work/port"
    python3 Programs/receiver.py >"$work/received" 2>"$work/port" &
    receiver=$!
    until [ -s "$work/port" ]; do kill -0 "$receiver"; sleep 0.1; done
    "run_$language" "http://127.0.0.1:$(cat "$work/port")" >"$work/answers"
    kill "$receiver"
    receiver=""
    sort "$work/answers" | uniq -c >"$work/counts"
    grep -Eq '^ *1 refused 422$' "$work/counts" || { cat "$work/counts"; echo "$language: one was to be refused" >&2; exit 1; }
    grep -v '"id":"string.main"' Golden/events.jsonl >"$work/sent"
    sed -E 's/^[^{]*//' "$work/received" | diff -u "$work/sent" - || { echo "$language sends other events" >&2; exit 1; }
    sed -E 's/^([a-z]+ [^{]*) \{.*/\1/' "$work/received" | sort -u | diff -u Programs/heads.txt - || exit 1
    echo "$language: $(wc -l <Golden/events.jsonl) events made and sent"
    "call_$language"
done
