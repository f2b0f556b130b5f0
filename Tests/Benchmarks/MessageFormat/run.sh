#!/bin/sh
# Formats the same messages with MessageFormat and, if its headers are there, with ICU4C: one after the other, on one
# core, in this run. Prints messages a second, how many times ICU's rate that is, and, with valgrind, instructions per
# message, the figure that other programs on the machine cannot disturb.
#
# usage: Tests/Benchmarks/MessageFormat/run.sh      (from anywhere; PACKAGE names another package directory)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
package=${PACKAGE:-$here/../../..}
cd "$package"
swift build -c release --product MessageFormatBenchmark >/dev/null
bin=$(swift build -c release --show-bin-path)
ours=$bin/MessageFormatBenchmark
icu=
if command -v c++ >/dev/null && command -v pkg-config >/dev/null && pkg-config --exists icu-i18n; then
    icu=$bin/messageformat-icu-benchmark
    # shellcheck disable=SC2046
    c++ -O2 -std=c++17 "$here/ICU/benchmark.cpp" -o "$icu" $(pkg-config --cflags --libs icu-i18n icu-uc)
fi

one_core=
if command -v taskset >/dev/null; then one_core="taskset -c 0"; fi
results=$(mktemp)
trap 'rm -f "$results"' EXIT
if [ -n "$icu" ]; then $one_core "$icu" | sed 's/^/icu /' >>"$results"; fi
$one_core "$ours" | sed 's/^/ours /' >>"$results"
if [ -n "$icu" ]; then $one_core "$icu" | sed 's/^/icu /' >>"$results"; fi

# ICU runs before and after; its better figure counts.
awk '
    $1 == "icu" && $3 > icu[$2] { icu[$2] = $3 }
    $1 == "ours" { order[++count] = $2; ours[$2] = $3 }
    END {
        printf "%-14s %15s %14s %6s %14s %6s\n", "", "MessageFormat/s", "ICU4C UTF-8/s", "times", "ICU4C UTF-16/s", "times"
        for (i = 1; i <= count; i++) {
            name = order[i]
            printf "%-14s %15d", name, ours[name]
            if (name in icu)
                printf " %14d %6.1f %14d %6.1f", icu[name "/utf8"], ours[name] / icu[name "/utf8"], icu[name],
                    ours[name] / icu[name]
            printf "\n"
        }
    }' "$results"

if command -v valgrind >/dev/null; then
    # Two runs, so that what starting costs cancels out.
    instructions() {
        few=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$2" 2048 2>&1 | sed -n 's/.*Collected : //p')
        many=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$2" 12048 2>&1 | sed -n 's/.*Collected : //p')
        echo $(((many - few) / 10000))
    }
    echo
    printf '%-18s %14s %14s\n' 'instructions' 'MessageFormat' 'ICU4C'
    for workload in simple plural-en plural-ar currency-nb; do
        theirs=
        if [ -n "$icu" ]; then theirs=$(instructions "$icu" $workload); fi
        printf '%-18s %14s %14s\n' $workload "$(instructions "$ours" $workload)" "$theirs"
    done
fi
