#!/usr/bin/env bash
# Compiles the adapters for Apple's frameworks against stand-ins of these, and runs them: they are behind `canImport`, which is
# false on Linux otherwise. Needs a debug build, whose modules it takes.
set -euo pipefail
cd "$(dirname "$0")/../.."
built="$PWD/.build/debug"
work="$PWD/.build/floor/adapters"
rm -rf "$work"
mkdir -p "$work"

options=(-swift-version 6 -warnings-as-errors -Onone -enable-upcoming-feature ExistentialAny
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
    -I "$work" -I "$built/Modules")
library() {
    local name="$1"
    shift
    swiftc "${options[@]}" -parse-as-library -wmo -module-name "$name" -emit-module -emit-module-path "$work/$name.swiftmodule" \
        -c "$@" -o "$work/$name.o"
}

# Apple's CryptoKit is swift-crypto elsewhere.
crypto=(CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims)
checkout="$PWD/.build/checkouts/swift-crypto/Sources"
for module in "${crypto[@]}"; do options+=(-Xcc "-I$checkout/$module/include"); done
library CryptoKit Tests/Floor/Adapters/Stubs/CryptoKit.swift
library UserNotifications Tests/Floor/Adapters/Stubs/UserNotifications.swift
library CarillonClientApple Sources/CarillonClientApple/*.swift
mapfile -t objects < <(Tests/Tools/kit.sh --objects MessageFormat CarillonModel CarillonClient)
for module in "${crypto[@]}" CryptoBoringWrapper Crypto; do
    while read -r object; do objects+=("$object"); done < <(find "$built/$module.build" -name '*.o' | sort)
done
swiftc "${options[@]}" -module-name Adapters Tests/Floor/Adapters/main.swift "$work"/*.o "${objects[@]}" -lstdc++ \
    -o "$work/adapters"
"$work/adapters"
