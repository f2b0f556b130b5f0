#!/usr/bin/env bash
# Compiles an app's Swift files against the client kit as a debug build has it, the way a package that depends on the kit would:
# `kit.sh PROGRAM SOURCE...`. With `--objects MODULE...` it prints the objects of these modules, a line each.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
built="$root/.build/debug"

objects() {
    local module source
    # Of each source: a build that was made before has objects of files that are gone, too.
    for module in "$@"; do
        while read -r source; do
            echo "$built/$module.build/$(basename "$source").o"
        done < <(find "$root/Sources/$module" -name '*.swift' | sort)
    done
}

if [ "$1" = --objects ]; then
    shift
    objects "$@"
    exit
fi
program="$1"
shift
mapfile -t linked < <(objects MessageFormat CarillonModel CarillonClient CarillonClientApple)
mkdir -p "$(dirname "$program")"
swiftc -swift-version 6 -warnings-as-errors -parse-as-library -Onone -module-name App -I "$built/Modules" \
    "$@" "${linked[@]}" -o "$program"
