#!/usr/bin/env bash
# Finds the program `carillon`: fetches the archive of its release and checks the sum, or takes the one on the path, or builds it.
#
# CARILLON_VERSION     the version; when empty, that of the sources this action is part of
# CARILLON_REPOSITORY  the web page of the repository that has the releases
# CARILLON_ARCHIVES    in its place, a folder or an HTTPS address with the archive and SHA256SUMS
# CARILLON_SHA256      what the archive's sum must be; without it, SHA256SUMS says so
set -euo pipefail

# What a message says stays on one line, and is no command of its own.
escape() { local text="${1//'%'/%25}"; text="${text//$'\r'/%0D}"; printf '%s' "${text//$'\n'/%0A}"; }
fail() { printf '::error title=carillon::%s\n' "$(escape "$1")"; exit 1; }
notice() { printf '::notice title=carillon::%s\n' "$(escape "$1")"; }
found() { printf 'program=%s\n' "$1" >> "$GITHUB_OUTPUT"; printf 'carillon %s: %s\n' "$version" "$2"; exit 0; }

sources="$(cd "${GITHUB_ACTION_PATH:?}/../../.." && pwd)"
own_version="$(sed -n 's/.*version = "\(.*\)".*/\1/p' "$sources/Sources/CarillonModel/Release.swift")"
version="${CARILLON_VERSION:-$own_version}"
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "$version is no version; it is written like 0.1.0"

archives="${CARILLON_ARCHIVES:-${CARILLON_REPOSITORY:-}/releases/download/v$version}"
folder="$(mktemp -d "${RUNNER_TEMP:?}/carillon.XXXXXX")"
archive="carillon-$version-linux-x86_64.tar.gz"

fetch() {
    [ -n "${CARILLON_ARCHIVES:-}${CARILLON_REPOSITORY:-}" ] || return 1
    case "$archives" in
    https://?*) curl --fail --silent --show-error --location --proto '=https' --retry 3 --max-time 120 \
        --output "$folder/$1" "$archives/$1" ;;
    *://*) return 1 ;;
    *) cp "$archives/$1" "$folder/$1" ;;
    esac
}

if [ "$(uname -sm)" = "Linux x86_64" ]; then
    sum="${CARILLON_SHA256:-}"
    if fetch "$archive"; then
        if [ -z "$sum" ]; then
            fetch SHA256SUMS || fail "there is no SHA256SUMS beside $archive"
            sum="$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")"
        fi
        # An archive that isn't what it should be is never passed over for another program.
        printf '%s  %s\n' "$sum" "$folder/$archive" | sha256sum --check --strict --status 2>/dev/null ||
            fail "$archive isn't what its sum says"
        tar -xzf "$folder/$archive" -C "$folder" --strip-components=1 --no-same-owner
        found "$folder/bin/carillon" "from its release"
    fi
    # Whoever says what its sum is wants no other.
    [ -z "$sum" ] || fail "$archive can't be fetched from $archives"
fi

on_path="$(command -v carillon || true)"
if [ -n "$on_path" ]; then
    its_version="$("$on_path" --version)"
    if [ "$its_version" = "$version" ]; then found "$on_path" "on the path"; fi
    notice "carillon on the path is $its_version and not $version, so it isn't used"
fi

if command -v swift >/dev/null && [ "$version" = "$own_version" ]; then
    notice "there is no archive of carillon $version for this machine, so it is built: that takes minutes"
    build=(swift build --package-path "$sources" --scratch-path "$folder/build" --disable-default-traits --product carillon)
    "${build[@]}"
    found "$("${build[@]}" --show-bin-path)/carillon" "built from source"
fi
fail "carillon $version can't be fetched from $archives, isn't on the path, and can't be built here"
