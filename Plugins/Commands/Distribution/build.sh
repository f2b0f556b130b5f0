#!/usr/bin/env bash
# Builds both programs as they are released and packs them into .build-dist/VERSION, whose path is printed last.
#
# `carillon` is linked statically, with the C library, so that one file runs on any Linux of this processor.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# Building without the host's packages forgets which versions of those there are.
kept="$(mktemp)"
if [ -f Package.resolved ]; then cp Package.resolved "$kept"; fi
restore() { if [ -s "$kept" ]; then cp "$kept" Package.resolved; fi; rm -f "$kept"; }
trap restore EXIT

tool=(
    swift build -c release --product carillon --disable-default-traits --scratch-path .build-dist/tool
    --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
    # Where the sources are on this machine is nobody's business.
    -Xswiftc -file-prefix-map -Xswiftc "$PWD=."
)
"${tool[@]}" >&2
tool_folder="$("${tool[@]}" --show-bin-path)"
restore

make release >&2
host_folder="$(swift build -c release --show-bin-path)"

version="$("$tool_folder/carillon" --version)"
output=".build-dist/$version"
rm -rf "$output"
Plugins/Commands/Distribution/distribute.py \
    --carillon "$tool_folder/carillon" --carillon-checkouts .build-dist/tool/checkouts \
    --carillond "$host_folder/carillond" --carillond-checkouts .build/checkouts --output "$output"
echo "$output"
