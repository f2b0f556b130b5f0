"""carillon.d.ts is TypeScript, takes what apps write and refuses what is wrong."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

folder = pathlib.Path(__file__).resolve().parent
assets = folder.parents[1] / "Sources/CarillonWeb/Assets"
deno = shutil.which("deno", path=str(pathlib.Path(sys.executable).parent)) or shutil.which("deno")


class DeclarationTests(unittest.TestCase):
    def check(self, *files):
        options = {"compilerOptions": {"lib": ["dom", "dom.iterable", "esnext"], "strict": True}}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as settings:
            json.dump(options, settings)
            settings.flush()
            return subprocess.run(
                [deno, "check", "--no-remote", "--config", settings.name, *map(str, files)],
                capture_output=True,
                text=True,
                env={"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "HOME": tempfile.gettempdir()},
            )

    def test_apps_are_taken_and_mistakes_refused(self):
        checked = self.check(assets / "carillon.d.ts", folder / "declarations.ts")
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_a_planted_mistake_is_found(self):
        text = (folder / "declarations.ts").read_text().replace("../../Sources", str(folder.parents[1] / "Sources"))
        with tempfile.NamedTemporaryFile("w", suffix=".ts") as planted:
            planted.write(text + "\npermission.ask();\n")
            planted.flush()
            self.assertIn("Property 'ask' does not exist", self.check(planted.name).stderr)


if __name__ == "__main__":
    unittest.main()
