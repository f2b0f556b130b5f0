#!/usr/bin/env bash
# Builds both programs as they are released and packs them into .build-dist/VERSION, whose path is printed last.
#
# `carillon` is linked statically, with the C library, so that one file runs on any Linux of this processor. It is compiled with
# the same options as `carillond`, so that what both are made of is compiled once; only its linking is another.
set -euo pipefail
cd "$(dirname "$0")/../../.."

make release >&2
folder="$(swift build -c release --show-bin-path)"
make --silent release-carillon >&2

work=.build-dist/static
rm -rf "$work"
mkdir -p "$work/checkouts"
# SwiftPM calls a program's first function by the module, and names it again when it links.
swiftc -static-executable -o "$work/carillon" "@$folder/carillon.product/Objects.LinkFileList" \
    -Xlinker --gc-sections -Xlinker -s -Xlinker --defsym=main=carillon_main >&2
# Of the packages, this one alone is in `carillon`.
ln -s "$PWD/.build/checkouts/swift-argument-parser" "$work/checkouts/"

version="$("$work/carillon" --version)"
output=".build-dist/$version"
rm -rf "$output"
Plugins/Commands/Distribution/distribute.py \
    --carillon "$work/carillon" --carillon-checkouts "$work/checkouts" \
    --carillond "$folder/carillond" --carillond-checkouts .build/checkouts --output "$output"
echo "$output"
