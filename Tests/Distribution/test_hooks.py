"""The hooks as pre-commit runs them: from a clone of the repository, with the wheel of its release."""

import os
import shutil
import sys
import unittest

from case import Case, program, root  # It says where our modules are.

import release_wheel


class Hooks(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        case = cls("distribution")
        cls.addClassCleanup(case.doCleanups)
        cls.archives = case.distribution()
        # What pre-commit clones: the files of the repository as they are now.
        cls.hooks = case.folder()
        for path in (".pre-commit-hooks.yaml", "pyproject.toml", "Plugins/Commands/Distribution",
                     "Sources/CarillonModel/Release.swift"):
            target = cls.hooks / path
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (root / path).is_dir() else shutil.copy)(root / path, target)
        case.repository(cls.hooks)
        cls.home = case.folder()
        cls.environment = {**os.environ, "PRE_COMMIT_HOME": str(cls.home), "CARILLON_ARCHIVES": str(cls.archives),
                           "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def user(self):
        """A repository with one of our tenants, and both hooks."""
        folder = self.folder()
        revision = self.run_program("git", "-C", self.hooks, "rev-parse", "HEAD").strip()
        (folder / ".pre-commit-config.yaml").write_text(
            f"repos:\n  - repo: {self.hooks.as_uri()}\n    rev: {revision}\n"
            "    hooks:\n      - id: carillon-validate\n      - id: carillon-test\n")
        tenant = self.tenants(folder)
        self.repository(folder)
        return folder, tenant

    def hook(self, folder, *names, status=0, **environment):
        return self.run_program("pre-commit", "run", "--verbose", *names, status=status, cwd=folder,
                                env={**self.environment, **environment})

    def test_both_pass_and_fail_as_they_should(self):
        folder, tenant = self.user()
        log = self.hook(folder, "--all-files")
        self.assertEqual(log.count("Passed"), 2, log)

        self.change(tenant / "templates/en.json", "New Assignment", "Fresh Assignment")
        self.run_program("git", "-C", folder, "add", ".")
        log = self.hook(folder, status=1)
        self.assertRegex(log, r"carillon validate\.+Passed")
        self.assertRegex(log, r"carillon test\.+Failed")
        self.assertIn("+ Fresh Assignment", log)

        self.change(tenant / "templates/en.json", "Fresh Assignment", "New {$nobody}")
        self.run_program("git", "-C", folder, "add", ".")
        self.assertRegex(self.hook(folder, "carillon-validate", status=1), r"carillon validate\.+Failed")

    def test_a_commit_that_only_deletes_is_looked_at(self):
        folder, tenant = self.user()
        self.run_program("git", "-C", folder, "rm", "--quiet", tenant / "templates/en.json")
        log = self.hook(folder, status=1)
        self.assertNotIn("Skipped", log)
        self.assertRegex(log, r"carillon validate\.+Failed")

    def test_a_changed_wheel_is_not_installed(self):
        archives = self.folder() / "archives"
        shutil.copytree(self.archives, archives)
        name = release_wheel.wheel.name(release_wheel.version())
        with (archives / name).open("ab") as file:
            file.write(b"\0")
        folder, _ = self.user()
        log = self.hook(folder, "--all-files", status=3, PRE_COMMIT_HOME=str(self.folder()), CARILLON_ARCHIVES=str(archives))
        self.assertIn("isn't what SHA256SUMS there says", log)

    def test_without_a_release_the_other_way_is_named(self):
        place = self.folder() / "venv"
        self.run_program(sys.executable, "-m", "venv", place)
        log = self.run_program(place / "bin/pip", "install", self.hooks, status=1,
                               env={**self.environment, "CARILLON_ARCHIVES": str(self.folder())})
        self.assertIn("language: system", log)

    def test_the_releases_are_where_the_clone_is_from(self):
        page = "https://host.example/owner/name"
        for remote in (page, f"{page}.git", f"{page}/", "https://user:word@host.example/owner/name.git",
                       "git@host.example:owner/name.git", "ssh://git@host.example/owner/name"):
            self.assertEqual(release_wheel.web_page(remote), page, remote)
        self.assertEqual(release_wheel.web_page("https://host.example:8443/a/b/c"), "https://host.example:8443/a/b/c")
        for remote in ("", "/srv/name", "file:///srv/name", "http://host.example/owner/name", "../name"):
            self.assertIsNone(release_wheel.web_page(remote), remote)

    def test_only_https_is_fetched(self):
        with self.assertRaisesRegex(SystemExit, "no address of HTTPS"):
            release_wheel.fetched("http://host.example/x", "y")


if __name__ == "__main__":
    unittest.main()
