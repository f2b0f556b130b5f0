#!/bin/sh
# Formats the same messages with MessageFormat and, if its headers are there, with ICU4C: by turns, on one core, in this
# run, the best of three turns counting for both. Prints messages a second (of the processor's time, as others may be at
# work on the machine) and how many times ICU's rate that is: once with ICU's output made the UTF-8 text that Swift's
# String is and that goes over the wire, once as ICU's own UTF-16 string. With valgrind, prints instructions and
# allocations per message, which nothing else can disturb. Last come messages that mean harm, in milliseconds.
#
# usage: Tests/Benchmarks/MessageFormat/run.sh      (from anywhere; PACKAGE names another package directory)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
package=${PACKAGE:-$here/../../..}
cd "$package"
make --silent --file="$here/../../../Makefile" release-MessageFormatBenchmark >/dev/null
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
for turn in 1 2 3; do
    if [ -n "$icu" ]; then $one_core "$icu" | sed 's/^/icu /' >>"$results"; fi
    $one_core "$ours" | sed 's/^/ours /' >>"$results"
done

awk '
    $1 == "icu" && $3 > icu[$2] { icu[$2] = $3 }
    $1 == "ours" && !($2 in ours) { order[++count] = $2 }
    $1 == "ours" && $3 > ours[$2] { ours[$2] = $3 }
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
    blocks() { valgrind "$1" "$2" "$3" 2>&1 | sed -n 's/.*heap usage: \([0-9,]*\) allocs.*/\1/p' | tr -d ,; }
    allocations() {
        few=$(blocks "$1" "$2" 2048)
        many=$(blocks "$1" "$2" 12048)
        echo "$few $many" | awk '{ printf "%.2f", ($2 - $1) / 10000 }'
    }
    echo
    printf '%-14s %14s %14s %14s %14s\n' 'per message' 'instructions' 'ICU4C' 'allocations' 'ICU4C'
    for workload in simple plural-en plural-ar currency-nb; do
        theirs='- -'
        if [ -n "$icu" ]; then theirs="$(instructions "$icu" $workload) $(allocations "$icu" $workload)"; fi
        printf '%-14s %14s %14s %14s %14s\n' $workload "$(instructions "$ours" $workload)" "${theirs% *}" \
            "$(allocations "$ours" $workload)" "${theirs#* }"
    done
fi

echo
"$ours" hostile
