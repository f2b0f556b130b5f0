#!/usr/bin/env bash
# Runs the checks and tells them the way GitHub Actions shows them: annotations, the job's summary, outputs. Everything is done
# before it fails, so that one run shows all there is.
#
# CARILLON is the program; the other variables are the action's inputs (action.yml).
set -euo pipefail

# Annotations of one step that are shown beside the lines, of each kind; GitHub drops further ones.
shown=10
# Bytes of a step's summary; GitHub refuses a longer one as a whole.
summary_limit="${CARILLON_SUMMARY_LIMIT:-1048576}"

escape() { local text="${1//'%'/%25}"; text="${text//$'\r'/%0D}"; printf '%s' "${text//$'\n'/%0A}"; }
error() { printf '::error title=carillon::%s\n' "$(escape "$1")"; }
notice() { printf '::notice title=carillon::%s\n' "$(escape "$1")"; }
fail() { error "$1"; exit 1; }
is_set() {
    case "$2" in
    true) return 0 ;;
    false | "") return 1 ;;
    *) fail "$1 is true or false, not $2" ;;
    esac
}
# What comes from files may look like a command of the log; between these two lines nothing is one.
quoted() {
    local word
    word="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    printf '::group::%s\n::stop-commands::%s\n' "$1" "$word"
    cat
    printf '\n::%s::\n::endgroup::\n' "$word"
}

mapfile -t paths < <(printf '%s\n' "${CARILLON_PATHS:-tenants}" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d')
folder="$(mktemp -d "${RUNNER_TEMP:?}/carillon.XXXXXX")"
trap 'rm -rf "$folder"' EXIT
# In a container the checkout belongs to somebody else, which git refuses to read.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0="${GITHUB_WORKSPACE:-$PWD}"
status=0

options=()
strict=false
if is_set strict "${CARILLON_STRICT:-}"; then strict=true; options+=(--strict); fi
if is_set baseline "${CARILLON_BASELINE:-}"; then options+=(--baseline); fi
since=()
if [ -n "${CARILLON_SINCE:-}" ]; then since=("--since=$CARILLON_SINCE"); fi
options+=("${since[@]}")
tests=false
if is_set test "${CARILLON_TEST:-true}"; then tests=true; fi

# validate FORMAT: in this form, to a file; its status tells whether there are faults (1) or it couldn't be done (more).
validate() {
    local result=0
    "$CARILLON" validate "${options[@]}" --format "$1" -- "${paths[@]}" > "$folder/$1" 2> "$folder/problem" || result=$?
    ((result <= 1)) || fail "$(cat "$folder/problem")"
    return "$result"
}
validate text || status=1
cp -- "$folder/problem" "$folder/notes"
validate github || true
validate json || true
sed -n '/^  "summary": {$/,/^  }/p' "$folder/json" > "$folder/counts"
errors="$(sed -n 's/^    "errors": \([0-9]*\).*/\1/p' "$folder/counts")"
warnings="$(sed -n 's/^    "warnings": \([0-9]*\).*/\1/p' "$folder/counts")"
cat -- "$folder/notes" "$folder/text" | quoted "carillon validate"
for kind in error warning; do
    grep "^::$kind " "$folder/github" | sed "${shown}q" || true
done
hidden=0
for count in "$errors" "$warnings"; do hidden=$((hidden + (count > shown ? count - shown : 0))); done
if ((hidden > 0)); then notice "$hidden more findings are in the log alone"; fi
if [ -n "${CARILLON_SARIF:-}" ]; then
    validate sarif || true
    if ! { mkdir -p -- "$(dirname -- "$CARILLON_SARIF")" && cp -- "$folder/sarif" "$CARILLON_SARIF"; } 2> "$folder/problem"; then
        error "findings can't be written to $CARILLON_SARIF: $(cat "$folder/problem")"
        CARILLON_SARIF=""
        status=1
    fi
fi

: > "$folder/test"
breaking=0
# Folders that were compared, and those that should have been.
compared=0
uncompared=0
: > "$folder/difference"
if ((errors > 0)) && { "$tests" || [ -n "${CARILLON_DIFF_BASE:-}" ]; }; then
    # What isn't valid can't be rendered, and would be reported again.
    notice "samples and differences are looked at once there is no error"
    tests=false
    if [ -n "${CARILLON_DIFF_BASE:-}" ]; then uncompared=${#paths[@]}; fi
    CARILLON_DIFF_BASE=""
fi
if "$tests"; then
    result=0
    "$CARILLON" test "${since[@]}" -- "${paths[@]}" > "$folder/test" 2> "$folder/problem" || result=$?
    ((result <= 1)) || fail "$(cat "$folder/problem")"
    cat -- "$folder/problem" "$folder/test" | quoted "carillon test"
    if ((result == 1)); then
        status=1
        error "samples don't look as they were approved: see the summary, or the log"
    fi
fi

if [ -n "${CARILLON_DIFF_BASE:-}" ]; then
    for path in "${paths[@]}"; do
        for format in json markdown; do
            result=0
            "$CARILLON" diff "--base=$CARILLON_DIFF_BASE" --format "$format" -- "$path" \
                > "$folder/$format" 2> "$folder/problem" || result=$?
            if ((result > 1)); then fail "$(cat "$folder/problem") (does actions/checkout have fetch-depth: 0?)"; fi
            if ((result == 1)); then
                # What was wrong there may be what is put right here.
                notice "$path has errors at $CARILLON_DIFF_BASE, so nothing is compared with it"
                uncompared=$((uncompared + 1))
                continue 2
            fi
        done
        compared=$((compared + 1))
        breaking=$((breaking + $(grep -c '^      "breaking": true' "$folder/json" || true)))
        { printf '## %s since %s\n\n' "$path" "$CARILLON_DIFF_BASE"; cat "$folder/markdown"; printf '\n'; } >> "$folder/difference"
    done
    if ((breaking > 0)); then
        printf '::%s title=carillon::%d breaking change%s since %s\n' \
            "$("$strict" && echo error || echo warning)" "$breaking" "$( ((breaking == 1)) || echo s)" "$(escape "$CARILLON_DIFF_BASE")"
        if "$strict"; then status=1; fi
    fi
fi

# What nobody has compared breaks nothing as far as anybody knows, which is no 0.
breaks="$breaking"
if ((compared == 0)); then
    breaking=""
    breaks="not compared"
elif ((uncompared > 0)); then
    if ((breaking == 0)); then breaking=""; fi
    breaks="$breaks, and $uncompared of ${#paths[@]} folders not compared"
fi
{
    printf 'errors=%s\nwarnings=%s\nbreaking=%s\n' "$errors" "$warnings" "$breaking"
    # A name with a line break would set an output of its own.
    [ -z "${CARILLON_SARIF:-}" ] || printf 'sarif=%s\n' "${CARILLON_SARIF//$'\n'/}"
} >> "$GITHUB_OUTPUT"

{
    printf '# Carillon\n\n| errors | warnings | breaking changes |\n|---|---|---|\n| %s | %s | %s |\n\n' \
        "$errors" "$warnings" "$breaks"
    # Indented, because text that is indented is never markup.
    if ((errors + warnings > 0)); then sed 's/^/    /' "$folder/text"; printf '\n'; fi
    if "$tests" && grep -q . "$folder/test"; then printf '## Samples\n\n'; sed 's/^/    /' "$folder/test"; printf '\n'; fi
    cat "$folder/difference"
} > "$folder/summary"
if (($(wc -c < "$folder/summary") > summary_limit)); then
    note="The rest is left out: the summary of a step has at most $summary_limit bytes. \`carillon diff\` prints all of it."
    # Whole lines, with room for the note.
    head -c "$((summary_limit - 300))" "$folder/summary" | sed '$d' > "$folder/cut"
    printf '\n\n%s\n' "$note" >> "$folder/cut"
    mv "$folder/cut" "$folder/summary"
fi
cat "$folder/summary" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
# For the comment, which is written with a token that nothing here sees.
cp -- "$folder/summary" "$RUNNER_TEMP/carillon-summary.md"
printf 'summary=%s\n' "$RUNNER_TEMP/carillon-summary.md" >> "$GITHUB_OUTPUT"
exit "$status"
