#!/usr/bin/env bash
# Puts the summary of the checks into a comment of the pull request, one that is written anew with each run.
#
# CARILLON_SUMMARY is the file, CARILLON_TOKEN may write. What can't be written is said and fails nothing: in a pull request from a
# fork no token may.
set -euo pipefail

# Characters of a comment; GitHub refuses a longer one as a whole.
limit=65536
mark="<!-- carillon: $GITHUB_WORKFLOW/$GITHUB_JOB -->"

skip() { printf '::notice title=carillon::no comment: %s\n' "$1"; exit 0; }
[[ "$GITHUB_REF" =~ ^refs/pull/([0-9]+)/ ]] || skip "this run is of no pull request"
number="${BASH_REMATCH[1]}"
[ -n "${CARILLON_TOKEN:-}" ] || skip "there is no token"
for program in curl jq; do command -v "$program" > /dev/null || skip "$program is missing"; done

folder="$(mktemp -d "${RUNNER_TEMP:?}/carillon.XXXXXX")"
trap 'rm -rf "$folder"' EXIT
# In a file of its own, because every user of a machine sees the arguments of programs.
printf 'header = "Authorization: Bearer %s"\n' "$CARILLON_TOKEN" > "$folder/token"
chmod 600 "$folder/token"

# api METHOD PATH: what is answered, to a file; what is sent comes from standard input.
api() {
    curl --silent --show-error --max-time 60 --config "$folder/token" --header 'Accept: application/vnd.github+json' \
        --output "$folder/answer" --write-out '%{http_code}' --request "$1" --data-binary @- \
        "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/$2"
}

{
    printf '%s\n' "$mark"
    cat -- "$CARILLON_SUMMARY"
} > "$folder/text"
if (($(wc -m < "$folder/text") > limit)); then
    # Bytes are at least as many as characters. Whole lines, with room for the note.
    head -c "$((limit - 300))" "$folder/text" | sed '$d' > "$folder/cut"
    printf '\n\nThe rest is left out: the summary of the job has more.\n' >> "$folder/cut"
    mv "$folder/cut" "$folder/text"
fi
jq --raw-input --slurp '{body: .}' "$folder/text" > "$folder/body"

old=""
for page in 1 2 3 4 5 6 7 8 9 10; do
    status="$(api GET "$number/comments?per_page=100&page=$page" < /dev/null)" || skip "GitHub can't be reached"
    [ "$status" = 200 ] || skip "comments can't be read (status $status)"
    old="$(jq --arg mark "$mark" 'map(select((.body // "") | startswith($mark))) | first | .id // empty' "$folder/answer")"
    if [ -n "$old" ] || (($(jq length "$folder/answer") < 100)); then break; fi
done
if [ -n "$old" ]; then
    status="$(api PATCH "comments/$old" < "$folder/body")" || skip "GitHub can't be reached"
else
    status="$(api POST "$number/comments" < "$folder/body")" || skip "GitHub can't be reached"
fi
case "$status" in
200 | 201) ;;
401 | 403 | 404) skip "the token may not write comments, as that of a fork (status $status)" ;;
*) skip "it was refused (status $status)" ;;
esac
