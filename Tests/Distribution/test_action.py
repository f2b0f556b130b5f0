"""The action's scripts, run as GitHub runs them: inputs in the environment, and files for what they say."""

import http.server
import json
import os
import pathlib
import re
import threading
import unittest

import yaml

from case import Case, program, root

action = root / ".github/actions/carillon"


class Action(Case):
    def setUp(self):
        self.work = self.folder()
        self.files = self.folder()

    def run_script(self, name, status=0, path=None, **inputs):
        """What the log says; outputs and summary are in `self`."""
        for file in ("output", "summary"):
            (self.files / file).write_text("")
        environment = {
            "PATH": path or os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
            "GITHUB_ACTION_PATH": str(action), "GITHUB_WORKSPACE": str(self.work),
            "GITHUB_OUTPUT": str(self.files / "output"), "GITHUB_STEP_SUMMARY": str(self.files / "summary"),
            "RUNNER_TEMP": str(self.files),
            **{"CARILLON_" + key.upper() if key != "program" else "CARILLON": str(value) for key, value in inputs.items()},
        }
        log = self.run_program("bash", action / name, status=status, cwd=self.work, env=environment)
        self.outputs = dict(line.split("=", 1) for line in (self.files / "output").read_text().splitlines())
        self.summary = (self.files / "summary").read_text(encoding="utf-8")
        return log

    def check(self, status=0, **inputs):
        return self.run_script("check.sh", status, **{"program": program, **inputs})


class GitHub(http.server.BaseHTTPRequestHandler):
    """As much of its API as comments need."""

    def answer(self, status, value):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def handle_all(self):
        server = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        server.requests.append(f"{self.command} {self.path.split('?')[0]}")
        may_write = self.headers["Authorization"] == "Bearer may-write"
        if self.command == "GET":
            page = int(self.path.split("&page=")[1])
            self.answer(200, server.comments[100 * (page - 1) : 100 * page])
        elif not may_write:
            self.answer(403, {"message": "Resource not accessible by integration"})
        elif self.command == "POST":
            server.comments.append({"id": 1000 + len(server.comments), "body": json.loads(body)["body"]})
            self.answer(201, server.comments[-1])
        else:
            comment = next(item for item in server.comments if str(item["id"]) == self.path.rsplit("/", 1)[1])
            comment["body"] = json.loads(body)["body"]
            self.answer(200, comment)

    do_GET = do_POST = do_PATCH = handle_all

    def log_message(self, *arguments):
        pass


class Comment(Action):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), GitHub)
        self.server.comments = [{"id": number, "body": "Looks good"} for number in range(130)]
        self.server.requests = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def comment(self, text, token="may-write", ref="refs/pull/7/merge"):
        path = self.files / "given.md"
        path.write_text(text, encoding="utf-8")
        environment = {
            "PATH": os.environ["PATH"], "RUNNER_TEMP": str(self.files), "GITHUB_WORKFLOW": "CI", "GITHUB_JOB": "tenants",
            "GITHUB_REF": ref, "GITHUB_REPOSITORY": "acme/shop", "CARILLON_SUMMARY": str(path), "CARILLON_TOKEN": token,
            "GITHUB_API_URL": f"http://127.0.0.1:{self.server.server_address[1]}",
        }
        return self.run_program("bash", action / "comment.sh", env=environment)

    def test_there_is_one_comment_which_is_written_anew(self):
        self.assertEqual(self.comment('| "New" | \\ ❤ |\n'), "")
        self.assertEqual(self.comment("second"), "")
        self.assertEqual(len(self.server.comments), 131)
        self.assertRegex(self.server.comments[130]["body"], r"^<!-- carillon: CI/tenants -->\nsecond$")
        self.assertEqual(self.server.requests[-1], "PATCH /repos/acme/shop/issues/comments/1130")

    def test_its_text_is_the_summary_s_and_fits(self):
        text = '"quoted" \\ back ❤\u2028\ttab\n' * 5000
        self.comment(text)
        body = self.server.comments[-1]["body"]
        self.assertLessEqual(len(body), 65536)
        self.assertIn('"quoted" \\ back ❤\u2028\ttab\n', body)
        self.assertIn("The rest is left out", body)

    def test_what_may_not_write_says_so_and_fails_nothing(self):
        self.assertIn("the token may not write comments", self.comment("text", token="reads"))
        self.assertIn("there is no token", self.comment("text", token=""))
        self.assertIn("of no pull request", self.comment("text", ref="refs/heads/main"))
        self.assertEqual(len(self.server.comments), 130)


class Check(Action):
    def test_what_is_right_passes(self):
        self.tenants(self.work)
        log = self.check()
        self.assertEqual(self.outputs, {"errors": "0", "warnings": "0", "breaking": "", "summary": str(self.files / "carillon-summary.md")})
        self.assertNotRegex(log, r"(?m)^::(error|warning)")
        self.assertIn("| 0 | 0 | not compared |", self.summary)

    def test_what_was_not_compared_breaks_nobody_knows_what(self):
        tenant = self.tenants(self.work)
        self.repository(self.work)
        self.check(0, test="false", diff_base="main")
        self.assertEqual(self.outputs["breaking"], "0")
        self.assertIn("| 0 | 0 | 0 |", self.summary)
        self.change(tenant / "templates/en.json", "New Assignment", "New {$nobody}")
        self.check(1, diff_base="main")
        self.assertEqual(self.outputs["breaking"], "")
        self.assertRegex(self.summary, r"(?m)^\| [1-9]\d* \| 0 \| not compared \|$")

    def test_findings_that_can_not_be_written_are_an_error_that_is_told(self):
        self.tenants(self.work)
        (self.work / "file").write_text("")
        log = self.check(1, sarif="file/findings.sarif")
        self.assertRegex(log, r"(?m)^::error title=carillon::findings can't be written to file/findings.sarif: \S")
        self.assertNotIn("sarif", self.outputs)
        self.assertIn("| 0 | 0 | not compared |", self.summary)

    def test_a_mistake_is_beside_its_line_and_fails(self):
        tenant = self.tenants(self.work)
        self.change(tenant / "templates/en.json", "New Assignment", "New {$nobody}")
        log = self.check(1)
        self.assertRegex(log, r"(?m)^::error file=tenants/dossier/templates/en.json,line=\d+,.*title=T\d{4} ")
        self.assertGreater(int(self.outputs["errors"]), 0)
        self.assertRegex(self.summary, r"(?m)^    tenants/dossier/templates/en.json:\d+:\d+: error: ")
        self.assertIn("once there is no error", log)

    def test_a_warning_fails_only_when_strict(self):
        tenant = self.tenants(self.work)
        self.add_unused_term(tenant)
        log = self.check()
        self.assertRegex(log, r"(?m)^::warning file=tenants/dossier/")
        self.assertEqual((self.outputs["errors"], self.outputs["warnings"]), ("0", "1"))
        self.check(1, strict="true")

    def add_unused_term(self, tenant):
        path = tenant / "templates/en.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        document.setdefault("terms", {})["nobody_uses_this"] = "Word"
        path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")

    def test_of_many_findings_errors_come_first_and_the_rest_is_counted(self):
        tenant = self.tenants(self.work)
        path = tenant / "templates/en.json"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'"(title|body)": "', r'"\1": "{$nobody}', text), encoding="utf-8")
        self.add_unused_term(tenant)
        shown = re.findall(r"(?m)^::(error|warning) file", log := self.check(1))
        self.assertEqual(shown, sorted(shown))
        self.assertEqual(shown.count("error"), min(10, int(self.outputs["errors"])))
        self.assertGreater(int(self.outputs["errors"]), 10)
        self.assertIn(f"{int(self.outputs['errors']) - 10} more findings are in the log alone", log)

    def test_a_changed_word_fails_until_it_is_approved(self):
        tenant = self.tenants(self.work)
        self.change(tenant / "templates/en.json", "New Assignment", "Fresh Assignment")
        log = self.check(1)
        self.assertIn("samples don't look as they were approved", log)
        self.assertIn("    ", self.summary)
        self.assertIn("Fresh Assignment", self.summary)
        self.check(0, test="false")
        self.run_program(program, "test", "--update", "tenants", cwd=self.work)
        self.check()

    def test_since_leaves_out_what_has_no_change_when_samples_are_tested_too(self):
        for name in ("dossier", "wallet"):
            tenant = self.tenants(self.work, name)
            # What wasn't approved before this change isn't its fault.
            approved = next((tenant / "golden").glob("*.json"))
            approved.write_text(approved.read_text(encoding="utf-8").replace('": "', '": "Once ', 1), encoding="utf-8")
        self.repository(self.work)
        self.assertIn("samples don't look as they were approved", self.check(1))
        log = self.check(since="main")
        self.assertIn("2 tenants have no change since main and are passed over: tenants/dossier, tenants/wallet", log)
        with (self.work / "tenants/wallet/profile.json").open("a") as file:
            file.write("\n")
        log = self.check(1, since="main")
        self.assertIn("samples don't look as they were approved", log)
        self.assertRegex(log, r"(?m)^tenants/wallet: \d+ samples, 1 golden file to look at$")
        self.assertNotRegex(log, r"(?m)^tenants/dossier: ")

    def test_the_summary_shows_what_a_change_alters(self):
        tenant = self.tenants(self.work)
        self.repository(self.work)
        self.change(tenant / "templates/en.json", "New Assignment", "Fresh Assignment")
        self.check(0, test="false", diff_base="main")
        self.assertIn("## tenants since main", self.summary)
        self.assertRegex(self.summary, r"\| dossier/.* \| New Assignment \| Fresh Assignment \|")
        self.assertEqual(self.outputs["breaking"], "0")

    def test_a_breaking_change_is_counted_and_fails_when_strict(self):
        tenant = self.tenants(self.work)
        self.repository(self.work)
        document = json.loads((tenant / "events.json").read_text(encoding="utf-8"))
        name, event = next((name, event) for name, event in document["events"].items() if event.get("payload"))
        event["payload"]["newlyNeeded"] = {"type": "text"}
        (tenant / "events.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        for sample in (tenant / "samples").glob(f"{name}*.json"):
            content = json.loads(sample.read_text(encoding="utf-8"))
            (content["payload"] if "payload" in content else content)["newlyNeeded"] = "here"
            sample.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        log = self.check(0, test="false", diff_base="main")
        self.assertEqual(self.outputs["breaking"], "1", self.summary)
        self.assertRegex(log, r"(?m)^::warning title=carillon::1 breaking change since main$")
        log = self.check(1, test="false", diff_base="main", strict="true")
        self.assertRegex(log, r"(?m)^::error title=carillon::1 breaking change")

    def test_a_long_summary_is_cut_with_a_note(self):
        tenant = self.tenants(self.work)
        self.repository(self.work)
        self.change(tenant / "templates/en.json", "New Assignment", "Fresh Assignment")
        self.check(0, test="false", diff_base="main")
        whole = self.summary
        self.check(0, test="false", diff_base="main", summary_limit=len(whole.encode()) - 1)
        self.assertLess(len(self.summary.encode()), len(whole.encode()))
        self.assertIn("The rest is left out", self.summary)
        kept = self.summary[:self.summary.index("\n\nThe rest")]
        self.assertTrue(whole.startswith(kept + "\n") or whole.startswith(kept))

    def test_what_files_say_is_no_command_of_the_log(self):
        tenant = self.tenants(self.work)
        self.change(tenant / "templates/en.json", "New Assignment", "x\\n::error file=a,line=1::planted\\n")
        log = self.check(1)
        stopped = None
        for line in log.splitlines():
            if stopped is None and (found := re.fullmatch(r"::stop-commands::(\w{32})", line)):
                stopped = found[1]
            elif line == f"::{stopped}::":
                stopped = None
            elif stopped is None:
                self.assertNotRegex(line, r"^\s*::error file=a,")
        self.assertIsNone(stopped)
        self.assertIn("planted", log)

    def test_sarif_is_written_also_when_it_fails(self):
        tenant = self.tenants(self.work)
        self.change(tenant / "templates/en.json", "New Assignment", "New {$nobody}")
        self.check(1, sarif="out/carillon.sarif")
        document = json.loads((self.work / "out/carillon.sarif").read_text(encoding="utf-8"))
        self.assertEqual(document["version"], "2.1.0")
        self.assertEqual(self.outputs["sarif"], "out/carillon.sarif")

    def test_several_paths_may_have_spaces_and_dashes(self):
        self.tenants(self.work / "a b")
        self.tenants(self.work, "wallet")
        (self.work / "tenants").rename(self.work / "-x")
        log = self.check(0, paths="  a b/tenants  \n\n-x\n")
        self.assertEqual(re.findall(r"(?m)^(a b/tenants/dossier|-x/wallet): ", log), ["a b/tenants/dossier", "-x/wallet"])

    def test_options_reach_the_program_and_values_are_never_options(self):
        spy = self.files / "spy"
        spy.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{self.files}/calls"\n'
                       'case "$*" in *json*) printf \'{\\n  "summary": {\\n    "errors": 0,\\n    "warnings": 0\\n  }\\n}\\n\';; esac\n')
        spy.chmod(0o755)
        self.check(0, program=spy, since="--strict; touch x", baseline="true", strict="true", diff_base="-x", paths="$(touch y)")
        calls = (self.files / "calls").read_text().splitlines()
        self.assertEqual(calls[0], "validate --strict --baseline --since=--strict; touch x --format text -- $(touch y)")
        self.assertIn("test --since=--strict; touch x -- $(touch y)", calls)
        self.assertIn("diff --base=-x --format json -- $(touch y)", calls)
        self.assertEqual(list(self.work.iterdir()), [])

    def test_wrong_inputs_and_folders_are_told_of(self):
        self.assertIn("strict is true or false, not yes", self.check(1, strict="yes"))
        self.assertRegex(self.check(1, paths="nowhere"), r"(?m)^::error title=carillon::.*nowhere")
        self.tenants(self.work)
        self.repository(self.work)
        self.assertIn("fetch-depth: 0", self.check(1, diff_base="nothing"))


class Program(Action):
    def setUp(self):
        super().setUp()
        self.version = self.run_program(program, "--version").strip()

    def find(self, status=0, **inputs):
        # No program of the machine is found by accident.
        tools = self.files / "tools"
        tools.mkdir(exist_ok=True)
        for name in ("awk", "bash", "cp", "curl", "dirname", "git", "gzip", "mktemp", "sed", "sha256sum", "tar", "tr", "uname", "sh"):
            if not (tools / name).exists():
                (tools / name).symlink_to(self.run_program("which", name).strip())
        return self.run_script("program.sh", status, path=f"{tools}:{inputs.pop('more', tools)}", **inputs)

    def test_the_archive_is_fetched_and_its_program_runs(self):
        log = self.find(archives=self.distribution())
        self.assertIn(f"carillon {self.version}: from its release", log)
        self.assertEqual(self.run_program(self.outputs["program"], "--version").strip(), self.version)
        self.assertTrue(pathlib.Path(self.outputs["program"]).is_relative_to(self.files))

    def test_a_changed_archive_is_refused_though_another_program_is_there(self):
        folder = self.distribution()
        with (folder / f"carillon-{self.version}-linux-x86_64.tar.gz").open("ab") as file:
            file.write(b"\0")
        log = self.find(1, archives=folder, more=program.parent)
        self.assertIn("isn't what its sum says", log)
        self.assertEqual(self.outputs, {})

    def test_an_archive_that_the_sums_do_not_name_is_refused(self):
        folder = self.distribution()
        (folder / "SHA256SUMS").write_text("")
        self.find(1, archives=folder)
        (folder / "SHA256SUMS").unlink()
        self.assertIn("there is no SHA256SUMS", self.find(1, archives=folder))

    def test_a_sum_of_ones_own_goes_before_that_of_the_release(self):
        folder = self.distribution()
        name = f"carillon-{self.version}-linux-x86_64.tar.gz"
        right = self.run_program("sha256sum", folder / name).split()[0]
        (folder / "SHA256SUMS").write_text(f"{'0' * 64}  {name}\n")
        self.find(archives=folder, sha256=right)
        self.find(1, archives=folder, sha256="0" * 64)

    def test_the_program_on_the_path_is_next(self):
        log = self.find(archives=self.folder(), more=program.parent)
        self.assertEqual(self.outputs["program"], str(program))
        self.assertIn("on the path", log)

    def test_one_of_another_version_is_not_used(self):
        log = self.find(1, archives=self.folder(), more=program.parent, version="99.0.0")
        self.assertIn(f"is {self.version} and not 99.0.0", log)
        self.assertIn("can't be built here", log)

    def test_then_it_is_built(self):
        swift = self.files / "swift-tools"
        swift.mkdir()
        built = self.files / "built"
        built.mkdir()
        (built / "carillon").symlink_to(program)
        (swift / "swift").write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{self.files}/calls"\n'
                                     f'case "$*" in *--show-bin-path) echo "{built}";; esac\n')
        (swift / "swift").chmod(0o755)
        self.find(archives=self.folder(), more=swift)
        self.assertEqual(self.outputs["program"], str(built / "carillon"))
        call = (self.files / "calls").read_text().splitlines()[0]
        self.assertTrue(call.startswith(f"build --package-path {root} ") and "--disable-default-traits" in call, call)

    def test_a_version_is_a_version(self):
        for version in ("../../etc", "1.0", "1.0.0 x", "latest"):
            self.assertIn("is no version", self.find(1, version=version))


class Forms(Case):
    def test_action_and_hooks_have_github_s_and_pre_commit_s_forms(self):
        self.run_program("check-jsonschema", "--builtin-schema", "vendor.github-actions", action / "action.yml")
        self.run_program("pre-commit", "validate-manifest", root / ".pre-commit-hooks.yaml")

    def test_nothing_in_the_action_is_dangerous(self):
        self.assertIn("No findings", self.run_program("zizmor", "--offline", "--persona", "pedantic", action, cwd=root))

    def test_the_guide_gives_the_action_and_the_hooks_what_they_take(self):
        guide = (root / "docs/guides/validate-in-ci.md").read_text(encoding="utf-8")
        inputs = yaml.safe_load((action / "action.yml").read_text())["inputs"]
        hooks = {hook["id"] for hook in yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text())}
        steps, used, files = [], [], 0
        for block in re.findall(r"(?s)```yaml\n(.*?)```", guide):
            document = yaml.safe_load(block)
            for job in [document, *document.get("jobs", {}).values()]:
                steps += [step for step in job.get("steps", []) if "actions/carillon@" in step.get("uses", "")]
            used += [hook["id"] for entry in document.get("repos", []) if "rev" in entry for hook in entry["hooks"]]
            schema = "github-workflows" if "jobs" in document else "gitlab-ci" if "tenants" in document else None
            if schema:
                files += 1
                path = self.folder() / "ci.yaml"
                path.write_text(block)
                self.run_program("check-jsonschema", "--builtin-schema", f"vendor.{schema}", path)
        self.assertEqual((len(steps), len(used), files), (2, 2, 2))
        for step in steps:
            self.assertLessEqual(set(step["with"]), set(inputs))
        self.assertLessEqual(set(used), hooks)
        for name, given in inputs.items():
            self.assertIn(f"| `{name}` |", guide)
            if given["default"] not in ("", "tenants"):
                self.assertRegex(guide, rf"(?m)^\| `{name}` \|.*\| `{re.escape(given['default'])}` \|$")

    def test_inputs_reach_the_scripts_by_the_environment_alone(self):
        text = (action / "action.yml").read_text()
        for line in text.splitlines():
            if "run:" in line:
                self.assertNotIn("${{", line)
        self.assertEqual(set(re.findall(r"inputs\.([a-z-]+)", text)), set(re.findall(r"(?m)^  ([a-z-]+):$", text.split("outputs:")[0])))


if __name__ == "__main__":
    unittest.main()
