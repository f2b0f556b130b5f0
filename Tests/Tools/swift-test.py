#!/usr/bin/env python3
"""Runs the tests, and says at the end which failed and why. With options, such as `--filter`, one test after another; all of them
in several processes side by side, in each one after another.

A few tests that failed run once more, alone: many of them start programs and wait for them, and a busy machine may be late once.
What passes then is named as unsteady; what fails twice fails the run.

They have a temporary directory of their own, which goes with all that is in it, also after a crash. What they left there is named.
"""
import concurrent.futures
import contextlib
import html
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

SUITES_TO_SHOW = 12
# With more, something is wrong that a second look won't change.
MOST_TESTS_TO_REPEAT = 5
MOST_ISSUES_TO_SHOW = 3
# Tests wait more than half of their time, for programs and for answers.
PROCESSES = 2 * (os.cpu_count() or 1)
# So many tests of a target are a process's work: the last ones to end are few.
TESTS_OF_A_PROCESS = 100
# Takes four minutes by itself, so nobody waits for it in the end.
FIRST = "PostgresStoreTests"


def build():
    """SwiftPM writes the flags of package traits in the order of a hash, and compiles everything anew where it is another one."""
    return subprocess.run(
        ["swift", "build", "--build-tests"], env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    ).returncode


def tester():
    """The program of the tests. `swift test` runs once at a time: it opens the database of builds."""
    folder = subprocess.run(["swift", "build", "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return [os.path.join(folder, "carillonPackageTests.xctest"), "--testing-library", "swift-testing"]


def run(options, output=None):
    """The exit status of a run, its tests with their seconds, and those that failed with their issues, by the ids that `pattern`
    takes. What it prints goes to `output`, a file, or straight on."""
    with tempfile.TemporaryDirectory() as folder, own_temporary_directory() as temporary:
        report = pathlib.Path(folder, "report.xml")
        # With another order of every set and dictionary in each run: what relies on one has to fail.
        environment = {name: value for name, value in os.environ.items() if name != "SWIFT_DETERMINISTIC_HASHING"}
        environment["TMPDIR"] = temporary
        status = subprocess.run(
            [*tester(), "--no-parallel", "--xunit-output", str(report), *options], env=environment, stdout=output, stderr=output
        ).returncode
        tests, failed = {}, {}
        for file in sorted(pathlib.Path(folder).glob("*.xml")):
            for test, seconds, issues in cases(file.read_text(errors="replace")):
                tests[test] = max(seconds, tests.get(test, 0))
                if issues:
                    failed[test] = issues
    if status != 0 and not failed:
        failed["the run itself"] = [f"the tests {' '.join(options)} ended with status {status} and named no test"]
    return status, tests, failed


def shares():
    """All tests in shares for a process each, as filters, the longest targets first. A target's tests run one after another where
    they are few; suites of a large one are dealt."""
    listed = subprocess.run([*tester(), "--list-tests"], check=True, capture_output=True, text=True).stdout
    targets = {}
    for line in listed.splitlines():
        # Module.Suite/Suite/function, or Module.function.
        target, separator, suite = line.partition("/")[0].partition(".")
        if separator:
            targets.setdefault(target, []).append(suite)
    for target, suites in sorted(targets.items(), key=lambda entry: (entry[0] != FIRST, -len(entry[1]))):
        parts = -(-len(suites) // TESTS_OF_A_PROCESS)
        if parts == 1:
            yield ["--filter", f"^{target}[./]"]
            continue
        distinct = sorted(set(suites))
        for part in range(parts):
            yield ["--filter", f"^{target}[./]({'|'.join(map(re.escape, distinct[part::parts]))})(/|$)"]


def run_all():
    """All tests as `run` tells of them. What a process prints comes when it has ended."""

    def share(options):
        with tempfile.TemporaryFile() as printed:
            result = run(options, printed)
            printed.seek(0)
            return *result, printed.read()

    started = time.monotonic()
    status, tests, failed = 0, {}, {}
    with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
        for one in concurrent.futures.as_completed([pool.submit(share, options) for options in shares()]):
            one_status, one_tests, one_failed, printed = one.result()
            status, tests, failed = status or one_status, tests | one_tests, failed | one_failed
            sys.stdout.buffer.write(printed)
            sys.stdout.flush()
    outcome = f"failed, {len(failed)} of them," if failed else "passed"
    print(f"\n{len(tests)} tests {outcome} after {time.monotonic() - started:.0f} s, {PROCESSES} at a time")
    return status, tests, failed


@contextlib.contextmanager
def own_temporary_directory():
    # A socket's path has room for about a hundred bytes, and some are in folders of folders here.
    with tempfile.TemporaryDirectory(prefix="t-", ignore_cleanup_errors=True) as folder:
        # A database's server may run as another user.
        os.chmod(folder, 0o755)
        yield folder
        left = sorted(entry.name for entry in os.scandir(folder) if not entry.name.startswith("TemporaryDirectory."))
        if left:
            print(f"\nLeft in the temporary directory: {', '.join(left)}", flush=True)


def cases(report):
    """Each test of a report with its seconds and its issues. Not by an XML parser: names of tests may stand in it as they are,
    with `<` and `"`."""
    for case in report.split("<testcase ")[1:]:
        # One that was skipped has no time.
        name = re.match(r'classname="(.*?)" name="(.*?)"(?: time="([^"\n]*)")? ?/?>$', case, re.MULTILINE)
        issues = re.findall(r'<failure message="(.*?)"\s*/?>', case, re.DOTALL)
        yield html.unescape("/".join(name.groups()[:2])), float(name[3] or 0), [html.unescape(issue) for issue in issues]


def pattern(test):
    """What `--filter` takes for one test. The report joins suites by dots, the filter by slashes."""
    suite, name = test.split("/", 1)
    return "^" + r"[./]".join(re.escape(part) for part in suite.split(".")) + "/" + re.escape(name)


def show(title, failed):
    print(f"\n{title}", file=sys.stderr)
    for test, issues in failed.items():
        print(f"  {test}", file=sys.stderr)
        for issue in issues[:MOST_ISSUES_TO_SHOW]:
            print(f"    {issue.strip()}", file=sys.stderr)
        if len(issues) > MOST_ISSUES_TO_SHOW:
            print(f"    and {len(issues) - MOST_ISSUES_TO_SHOW} more", file=sys.stderr)


def show_times(tests):
    """Where the time goes: the suites that took most."""
    suites = {}
    for test, seconds in tests.items():
        suite = test.split("/", 1)[0]
        suites[suite] = suites.get(suite, 0) + seconds
    print(f"\nSuites that took most of {sum(suites.values()):.0f} s:")
    for suite, seconds in sorted(suites.items(), key=lambda entry: -entry[1])[:SUITES_TO_SHOW]:
        print(f"  {seconds:6.1f} s  {suite}")


def main():
    # What is started in the background, or by `nohup`, ignores them, and so would the programs that the tests send them to.
    for one in signal.SIGHUP, signal.SIGINT, signal.SIGQUIT:
        if signal.getsignal(one) is signal.SIG_IGN:
            signal.signal(one, signal.SIG_DFL)
    if build() != 0:
        return 1
    status, tests, failed = run(sys.argv[1:]) if sys.argv[1:] else run_all()
    show_times(tests)
    if status == 0:
        return 0
    show("Failed:", failed)
    if len(failed) > MOST_TESTS_TO_REPEAT or "the run itself" in failed:
        return 1
    print("\nOnce more, alone:", file=sys.stderr, flush=True)
    filters = [option for test in failed for option in ("--filter", pattern(test))]
    status, tests, again = run(filters)
    if status == 0 and tests.keys() >= failed.keys():
        show("Unsteady, passed the second time:", failed)
        print(file=sys.stderr)
        return 0
    show("Failed twice:", again or failed)
    return 1


sys.exit(main())
