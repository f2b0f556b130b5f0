#!/usr/bin/env bash
# A PostgreSQL server of one's own, for tests: in a new folder, reached by a socket in it, and by no port.
#
#   cluster.sh start FOLDER [SETTING=VALUE…]   makes the cluster and starts it; its superuser is `postgres`
#   cluster.sh standby FOLDER PRIMARY [SETTING=VALUE…]  makes a copy of the cluster in the folder PRIMARY, which streams from it,
#                                              from the address of its setting `listen_addresses`, and starts it
#   cluster.sh sql FOLDER STATEMENT [DATABASE] what its superuser is answered
#   cluster.sh halt FOLDER                     ends it in the middle of everything, as a crash does
#   cluster.sh resume FOLDER                   starts it again
#   cluster.sh pool FOLDER                     puts a pooler (PgBouncer) before it, by a socket in FOLDER/pooler, with two
#                                              connections for each database, each lent for a transaction
#   cluster.sh pooler                          says whether there is a pooler to start
#   cluster.sh stop FOLDER                     ends it and removes the folder
#   cluster.sh watch FOLDER PROCESS            has that done as soon as a process has ended, however it ends, and goes on meanwhile
#   cluster.sh installed                       says whether there is a server to start
#
# The server refuses to run as root, and so does the pooler: then they run as whoever `postgres` or `nobody` is here.
set -euo pipefail

programs() {
    local found
    found=$(ls -d /usr/lib/postgresql/*/bin /usr/local/pgsql/bin /opt/homebrew/opt/postgresql*/bin 2>/dev/null | sort -V | tail -1) || true
    [ -n "$found" ] || found=$(dirname "$(command -v initdb 2>/dev/null || echo /nowhere/initdb)")
    [ -x "$found/initdb" ] && [ -x "$found/pg_ctl" ] || return 1
    echo "$found"
}

as_owner() {
    if [ "$(id -u)" -ne 0 ]; then "$@"; return; fi
    local user=nobody
    id postgres >/dev/null 2>&1 && user=postgres
    setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups -- "$@"
}

# The port that a server's settings name.
port_of() {
    local port
    port=$(grep -o -- '-c port=[0-9]*' "$1/options" | tail -1) || true
    echo "${port##*=}"
}

write_options() {
    options="-c listen_addresses='' -c unix_socket_directories='$folder' -c log_parameter_max_length_on_error=0"
    for setting in "$@"; do options+=" -c $setting"; done
    echo "$options" >"$folder/options"
}

make_folder() {
    mkdir -p "$folder"
    chmod 755 "$folder"
    [ "$(id -u)" -ne 0 ] || chown "$(as_owner id -u)" "$folder"
    cd "$folder"
}

start() {
    as_owner "$bin/pg_ctl" --pgdata="$folder/data" --log="$folder/server.log" --options="$(cat "$folder/options")" --wait \
        --timeout=60 start >/dev/null 2>&1 </dev/null || { cat "$folder/server.log" >&2; exit 1; }
}

# Whoever waits for this script may watch a descriptor that the server would keep.
close_descriptors() {
    for descriptor in /proc/self/fd/* /dev/fd/*; do
        number=${descriptor##*/}
        [[ "$number" =~ ^[0-9]+$ ]] && [ "$number" -gt 2 ] && [ "$number" -lt 255 ] && eval "exec $number>&-"
    done
    return 0
}

pooler() { PATH=$PATH:/usr/sbin:/opt/homebrew/bin command -v pgbouncer; }

case "${1:-}" in
pooler)
    pooler >/dev/null
    ;;
pool)
    folder=$2
    program=$(pooler) || { echo "no pooler is installed (Debian: pgbouncer)" >&2; exit 1; }
    mkdir -p "$folder/pooler"
    echo '"carillon_host" ""' >"$folder/pooler/users"
    cat >"$folder/pooler/pgbouncer.ini" <<END
[databases]
* = host=$folder
[pgbouncer]
listen_addr =
unix_socket_dir = $folder/pooler
auth_type = trust
auth_file = $folder/pooler/users
pool_mode = transaction
default_pool_size = 2
max_client_conn = 500
logfile = $folder/pooler/log
pidfile = $folder/pooler/pid
END
    [ "$(id -u)" -ne 0 ] || chown -R "$(as_owner id -u)" "$folder/pooler"
    cd "$folder"
    close_descriptors
    as_owner "$program" --daemon --quiet "$folder/pooler/pgbouncer.ini" </dev/null
    for _ in $(seq 100); do
        if [ -S "$folder/pooler/.s.PGSQL.6432" ]; then exit 0; fi
        sleep 0.05
    done
    cat "$folder/pooler/log" >&2
    exit 1
    ;;
installed)
    programs >/dev/null
    ;;
start)
    folder=$2
    shift 2
    bin=$(programs) || { echo "no PostgreSQL server is installed (Debian: postgresql)" >&2; exit 1; }
    make_folder
    as_owner "$bin/initdb" --pgdata="$folder/data" --username=postgres --encoding=UTF8 --locale=C.UTF-8 --auth=trust \
        --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
    write_options "$@"
    close_descriptors
    start
    ;;
standby)
    folder=$2
    primary=$3
    shift 3
    bin=$(programs) || { echo "no PostgreSQL server is installed (Debian: postgresql)" >&2; exit 1; }
    make_folder
    host=$(grep -o -- '-c listen_addresses=[0-9.]*' "$primary/options" | tail -1)
    as_owner "$bin/pg_basebackup" --pgdata="$folder/data" --host="${host##*=}" --port="$(port_of "$primary")" --username=postgres \
        --write-recovery-conf --checkpoint=fast --no-sync >"$folder/backup.log" 2>&1 || { cat "$folder/backup.log" >&2; exit 1; }
    write_options "$@"
    close_descriptors
    start
    ;;
halt | resume)
    folder=$2
    bin=$(programs)
    cd "$folder"
    close_descriptors
    if [ "$1" = resume ]; then
        start
    else
        as_owner "$bin/pg_ctl" --pgdata="$folder/data" --mode=immediate --wait stop >/dev/null 2>&1
    fi
    ;;
sql)
    PGPORT=$(port_of "$2") "$(programs)/psql" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --host="$2" --username=postgres \
        --dbname="${4:-postgres}" --command="$3"
    ;;
watch)
    folder=$2
    owner=$3
    script=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/$(basename "${BASH_SOURCE[0]}")
    close_descriptors
    (
        # What ends the process may be meant for all that it started.
        trap '' HUP INT TERM
        while [ -d "$folder" ] && kill -0 "$owner" 2>/dev/null; do sleep 1; done
        [ ! -d "$folder" ] || exec bash "$script" stop "$folder"
    ) </dev/null >/dev/null 2>&1 &
    ;;
stop)
    folder=$2
    bin=$(programs)
    cd /
    # It may have been started by a program that holds back other signals.
    [ ! -f "$folder/pooler/pid" ] || kill -KILL "$(cat "$folder/pooler/pid")" 2>/dev/null || true
    as_owner "$bin/pg_ctl" --pgdata="$folder/data" --mode=immediate --wait stop >/dev/null 2>&1 || true
    rm -rf "$folder"
    ;;
*)
    sed -n '4,16p' "$0" >&2
    exit 2
    ;;
esac
