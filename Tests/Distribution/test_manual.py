"""Man pages and completions, as the programs that read them see them."""

import json
import os
import re
import shutil
import subprocess
import unittest

from case import Case, moment, program  # It says where our modules are.

import manual


class Manual(Case):
    def pages(self):
        document = json.loads(self.run_program(program, "--experimental-dump-help"))
        return document, manual.pages(document, "1.2.3", moment, self.more())

    def more(self):
        return json.loads(self.run_program(program, "dump-manual"))

    def test_every_command_and_option_has_its_place(self):
        document, pages = self.pages()

        def look(command, names):
            page = pages["-".join(names) + ".1"]
            plain = re.sub(r"\\f[BIR]", "", page).replace("\\-", "-").replace("\\e", "\\")
            self.assertIn(command["abstract"].rstrip("."), plain)
            for argument in command.get("arguments", []):
                for name in argument.get("names", []):
                    self.assertIn(("--" if name["kind"] == "long" else "-") + name["name"], plain)
            for below in manual.commands(command):
                look(below, names + [below["commandName"]])
            return page

        look(document["command"], ["carillon"])
        self.assertIn("carillon-channel-new.1", pages)
        self.assertIn('"2026-01-01"', pages["carillon.1"])

    def test_pages_have_no_fault(self):
        folder = self.folder()
        for name, text in self.pages()[1].items():
            (folder / name).write_text(text, encoding="utf-8")
        files = sorted(folder.iterdir())
        self.assertGreater(len(files), 15)
        if shutil.which("mandoc"):
            # Long words, such as file names, may be longer than a line.
            self.assertEqual(self.run_program("mandoc", "-T", "lint", "-W", "warning", *files), "")
        shown = self.run_program("man", "--local-file", folder / "carillon-validate.1",
                                 env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
        self.assertIn("--strict", shown)
        self.assertIn("Warnings fail, too.", shown)
        self.assertLess(shown.index("OPTIONS"), shown.index("EXIT STATUS"))
        self.assertRegex(shown, r"(?m)^ +66 +A path, the baseline or a git revision can't be read\.$")
        self.assertRegex(shown, r"(?m)^ +carillon validate --strict --staged tenants$")

    def test_every_command_says_how_it_ends_and_what_it_reads(self):
        document, pages = self.pages()
        more = self.more()
        self.assertEqual({"-".join(name.split()) + ".1" for name in more}, set(pages))
        self.assertTrue(manual.says_more(document))
        for name, page in pages.items():
            plain = re.sub(r"\\f[BIR]", "", page).replace("\\-", "-").replace("\\e", "\\").replace("\\(dq", '"')
            said = next(value for key, value in more.items() if "-".join(key.split()) + ".1" == name)
            self.assertIn(".SH EXIT STATUS", plain)
            self.assertEqual(said["exitStatus"][0]["name"], "0")
            for key, title in manual.sections:
                self.assertEqual(f".SH {title}\n" in plain, bool(said[key]), (name, title))
                for entry in said[key]:
                    self.assertIn(f".TP\n{entry['name']}\n{entry['means']}\n", plain)

    def test_what_roff_would_take_for_its_own_is_only_words(self):
        command = {"commandName": "x", "abstract": "a\\fBb\n.so /etc/passwd\n'x", "discussion": ".TH evil\n\nsecond \"part\"",
                   "arguments": []}
        page = manual.pages({"command": command}, "1.0.0", moment)["x.1"]
        self.assertNotRegex(page, r"(?m)^\.so|^\.TH evil|^'x")
        self.assertIn("\\efB", page)


class Completions(Case):
    def script(self, shell):
        path = self.folder() / f"carillon.{shell}"
        path.write_text(self.run_program(program, "--generate-completion-script", shell))
        return path

    def test_bash_completes_commands_and_options(self):
        ask = ('source "$1"; COMP_WORDS=(carillon "${@:2}"); COMP_CWORD=$(($# - 1)); COMP_LINE="carillon ${*:2}"; '
               'COMP_POINT=${#COMP_LINE}; '
               '_carillon carillon "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf "%s\\n" "${COMPREPLY[@]}"')
        script = self.script("bash")
        for words, expected in [(["val"], "validate"), (["validate", "--for"], "--format"),
                                (["validate", "--format", "sa"], "sarif"), (["channel", "ne"], "new")]:
            found = subprocess.run(["bash", "-c", ask, "bash", script, *words], capture_output=True, text=True, check=True)
            self.assertIn(expected, [word.strip() for word in found.stdout.splitlines()], words)

    def test_other_shells_can_read_theirs(self):
        for shell in ("zsh", "fish"):
            if shutil.which(shell):
                self.assertEqual(self.run_program(shell, "-n", self.script(shell)), "")


if __name__ == "__main__":
    unittest.main()
