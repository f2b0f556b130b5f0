#!/usr/bin/env bash
# All benchmarks, in release builds. Each part can be run alone. One that fails, or misses its limit, doesn't keep the next from
# running; those are listed at the end.
set -uo pipefail
cd "$(dirname "$0")/../.."

need() {
    command -v "$1" >/dev/null && return
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        apt-get install -y -qq "$2" >/dev/null
    else
        echo "missing: $1 (on Debian: apt-get install $2)" >&2
        exit 1
    fi
}

failed=()

# run TITLE COMMAND...
run() {
    echo "-- $1"
    "${@:2}" || failed+=("$1")
}

run "MessageFormat, with ICU4C in the same run" Tests/Benchmarks/MessageFormat/run.sh
run "Validation: the five tenants, and made-up ones that double in size" Tests/Benchmarks/Validation/run.py
run "The action for GitHub with a release: archive, checks, tests, the difference" Tests/Benchmarks/Action/run.py
run "The language server: keys, completion, hover and start, by a client's clock" Tests/Benchmarks/Language/run.py
run "Words made on a device, and an inbox from its cache" Tests/Benchmarks/DeviceWords/run.py
run "Typed code for the five tenants" Tests/Benchmarks/Generate/run.py
run "Readers of pushes, links and streams: time in proportion to hostile inputs" Tests/LinearTime/run.py

need wrk wrk
make release 2>&1 | tail -1 || exit 1
run "carillond dev: from its start to its first delivery" Tests/Benchmarks/FirstDelivery/run.py
for provider in expo fcm; do
    run "$provider: accepted, committed, delivered through the sandbox, a request for each event" \
        Tests/Benchmarks/Thread/run.py --provider "$provider" "$@"
    run "$provider: the same, twenty events a request" \
        Tests/Benchmarks/Thread/run.py --provider "$provider" --batch 20 --connections 16 "$@"
done
run "Several hosts on PostgreSQL, and one beside SQLite: rates, costs, takeover, streams, and what is aimed at" \
    Tests/Benchmarks/Cluster/run.py
run "What an app waits for, with a million notifications in the store" Tests/Benchmarks/Latency/run.py
run "Busy: many notifications for one recipient, and one who has many" Tests/Benchmarks/Busy/run.py
run "Busy: SQLite's instructions for each step of a notification, beside 10 and beside 100,000 of its recipient's" \
    env CARILLON_BUSY_KEPT=100000 swift test --filter BusyRecipientTests
run "Isolation: what a tenant feels of another's flood, of its dead provider, of its expired certificate" \
    Tests/Benchmarks/Isolation/run.py
run "Starting: with 200 tenants, and with a million scheduled notifications" Tests/Benchmarks/ManyTenants/run.py
run "Catching up: a million notifications that came due while the host was down" Tests/Benchmarks/Backlog/run.py
run "Idle streams" Tests/Benchmarks/Stream/run.py
run "WebSockets: idle ones beside streams and Supabase's, and changes that reach several of a user's" Tests/Benchmarks/Stream/sockets.py
run "The studio: previews, saves, publications, lists at the host, and keys in Chromium" Tests/Benchmarks/Studio/run.py
run "The inbox in Chromium: what its reader waits for, and what it weighs" Tests/Benchmarks/Inbox/run.py

[ ${#failed[@]} -eq 0 ] && exit
printf 'failed, or above its limit: %s\n' "${failed[@]}" >&2
exit 1
