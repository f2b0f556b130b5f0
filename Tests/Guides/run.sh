#!/usr/bin/env bash
# What the guides for apps and senders show is checked by the compilers: Swift against the kit of a debug build and stand-ins of Apple's
# frameworks, TypeScript strictly and against stand-ins of Expo's packages, Kotlin against stand-ins of Android's. Each page has a prelude with
# what the reader's own app would have.
#
# And a page with a planted mistake must fail, so that a check which checks nothing is found.
#
# `run.sh swift` does so for one language.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=Tests/Guides
golden=Tests/CarillonGenerateTests/Golden
events=Sources/CarillonGenerate/Runtimes
client=Sources/CarillonClient/Runtimes
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# On a machine that can't have a compiler, the rest of the tests still count; continuous integration has them all.
has() {
    Tests/Tools/libraries.sh "$1" && return
    [ -z "${CI:-}" ] || exit 1
    echo "skipped: what the guides show in $1" >&2
    return 1
}

options=(-swift-version 6 -parse-as-library -I "$work" -I .build/debug/Modules)
prepare_swift() {
    module() {
        swiftc "${options[@]}" -warnings-as-errors -wmo -module-name "$1" -emit-module \
            -emit-module-path "$work/$1.swiftmodule" "${@:2}" || exit 1
    }
    # Apple's CryptoKit is swift-crypto elsewhere.
    local crypto
    for crypto in CCryptoBoringSSL CCryptoBoringSSLShims; do
        options+=(-Xcc "-I$PWD/.build/checkouts/swift-crypto/Sources/$crypto/include")
    done
    module CryptoKit Tests/Floor/Adapters/Stubs/CryptoKit.swift
    module UserNotifications Tests/Floor/Adapters/Stubs/UserNotifications.swift "$here"/Stubs/Authorization.swift
    module UIKit "$here"/Stubs/UIKit.swift
    # The adapters as Apple's systems have them.
    module CarillonClientApple Sources/CarillonClientApple/*.swift
    module Apps Tests/CarillonGenerateTests/Apps/{Escrow,Remittance,Wallet}{App,Endpoints}.swift
    module Events "$events"/*.swift "$golden"/swift/EscrowEvents.swift
}
# Each page is a program of its own, which need not use all that it names.
check_swift() {
    local page
    for page in "$@"; do swiftc "${options[@]}" -suppress-warnings -typecheck -module-name Page "$page" || return; done
}

prepare_typescript() {
    has typescript || return
    cp "$events"/*.ts "$client"/*.ts "$golden"/typescript/*-{app,endpoints,events}.ts "$here"/Stubs/*.d.ts "$work/typescript"
    # A service has them in a folder of their own.
    ln -s . "$work/typescript/events"
}
check_typescript() {
    tsc --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --lib es2022,dom,dom.iterable \
        --target es2022 --module commonjs "$work"/typescript/*.d.ts "$@"
}

# Once for all pages, which have packages of their own: the compiler takes seconds to begin.
prepare_kotlin() {
    has kotlin || return
    kotlinc -nowarn -d "$work/base.jar" "$events"/*.kt "$client"/*.kt "$golden"/kotlin/{Escrow,Exchange}*.kt "$here"/Stubs/*.kt ||
        exit 1
}
check_kotlin() { kotlinc -nowarn -cp "$work/base.jar" -d "$work/pages.jar" "$@"; }

for language in ${1:-swift typescript kotlin}; do
    case "$language" in
        swift) folder=Swift ending=swift ;;
        typescript) folder=TypeScript ending=ts ;;
        kotlin) folder=Kotlin ending=kt ;;
    esac
    mkdir "$work/$language"
    "prepare_$language" || continue
    pages=()
    for prelude in "$here/$folder"/*."$ending"; do
        name="$(basename "$prelude" ".$ending")"
        file="$work/$language/page-$name.$ending"
        python3 "$here/pages.py" "docs/guides/$name.md" "$language" "$prelude" >"$file"
        pages+=("$file")
    done
    "check_$language" "${pages[@]}" || { echo "what a guide shows in $language isn't right" >&2; exit 1; }

    sed -i 's|payout\.owner|payout.ownr|' "${pages[-1]}"
    if "check_$language" "${pages[-1]}" >/dev/null 2>&1; then
        echo "a planted mistake in $language wasn't found" >&2
        exit 1
    fi
    echo "guides: ${#pages[@]} pages in $language"
done
