#!/usr/bin/env bash
# Checks on Linux that an app can use our modules on the oldest systems of Apple that Package.swift names.
#
# The interface files of the toolchain's own library say since when each of Apple's systems has what is in it. Compiled for
# such a system, they let the compiler refuse what is too new. Nothing is linked or run. That the check can fail is checked
# too: what the planted file uses is newer than any of these systems.
#
# Takes modules, in the order of their imports; without, those that apps get.
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=("$@")
[ ${#modules[@]} -gt 0 ] || modules=(MessageFormat CarillonModel CarillonClient)

compiler="$(dirname "$(readlink -f "$(command -v swiftc)")")/swift-frontend"
library="$(dirname "$compiler")/../lib/swift"
version="$("$compiler" --version 2>&1 | head -1)"
work="$PWD/.build/floor"

options=(-swift-version 6 -parse-as-library -nostdimport -package-name carillon -disable-objc-interop
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility)

# Makes a module of the library from its interface. Availability is checked in `Swift` alone: the others use what they declare.
interface() {
    local module="$1" target="$2" folder="$3" source options=(-disable-availability-checking)
    source="$(find "$library/linux/$module.swiftmodule" -name '*.swiftinterface' ! -name '*.private.*' | sort | head -1)"
    sed -e "s/-target [a-z0-9_.-]*/-target $target/" -e '/^ *@backDeployed/d' "$source" >"$folder/$module.swiftinterface"
    [ "$module" != Swift ] || options=(-parse-stdlib)
    "$compiler" -compile-module-from-interface "$folder/$module.swiftinterface" -o "$folder/modules/$module.swiftmodule" \
        -module-name "$module" -target "$target" -I "$folder/modules" -I "$library/shims" -disable-objc-interop "${options[@]}"
}

# The library for a target, made once a compiler.
prepare() {
    local target="$1" folder="$2" module
    if [ "$(cat "$folder/compiler" 2>/dev/null)" = "$version" ]; then return; fi
    rm -rf "$folder"
    mkdir -p "$folder/modules"
    for module in Swift _Builtin_float SwiftOnoneSupport _Concurrency _RegexParser _StringProcessing; do
        interface "$module" "$target" "$folder"
    done
    # Empty, so that `canImport(Darwin)` is as true as it is there.
    : >"$folder/Darwin.swift"
    compile "$target" "$folder" Darwin "$folder/Darwin.swift"
    printf '%s\n' "$version" >"$folder/compiler"
}

compile() {
    local target="$1" folder="$2" module="$3"
    shift 3
    "$compiler" -emit-module -o "$folder/modules/$module.swiftmodule" -module-name "$module" -target "$target" \
        -I "$folder/modules" -I "$library/shims" "${options[@]}" "$@"
}

# Intel's form of each system, because its library has `Float80`.
check() {
    local target="$1" name="$2" folder="$work/$1" module files
    prepare "$target" "$folder"
    for module in "${modules[@]}"; do
        mapfile -t files < <(find -L "Sources/$module" -name '*.swift' | sort)
        compile "$target" "$folder" "$module" "${files[@]}" || return 1
        echo "$module: right for $name"
    done
    if compile "$target" "$folder" Planted Tests/Floor/Planted.swift 2>"$folder/planted" ||
        ! grep -q 'is only available in' "$folder/planted"; then
        cat "$folder/planted" >&2
        echo "what is too new for $name went unnoticed" >&2
        return 1
    fi
}

# The oldest major version of a system in Package.swift.
oldest() {
    sed -nE "s/.*\.$1\(\.v([0-9]+)\).*/\1/p" Package.swift | head -1
}

ios="$(oldest iOS)"
macos="$(oldest macOS)"
[ -n "$ios" ] && [ -n "$macos" ] || { echo "Package.swift names no oldest iOS and macOS" >&2; exit 1; }
check "x86_64-apple-ios$ios.0-simulator" "iOS $ios" &
phone=$!
check "x86_64-apple-macosx$macos.0" "macOS $macos" &
desk=$!
wait "$phone" || { wait "$desk"; exit 1; }
wait "$desk"
