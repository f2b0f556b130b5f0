"""Checks a SARIF log against the official schema: validate.py LOG. Status 0 when it is valid, 2 without jsonschema."""

import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(2)

schema = json.loads((pathlib.Path(__file__).parent / "sarif-2.1.0.json").read_text())
log = json.loads(pathlib.Path(sys.argv[1]).read_text())
faults = sorted(jsonschema.Draft4Validator(schema).iter_errors(log), key=lambda fault: list(map(str, fault.path)))
for fault in faults[:20]:
    print("/".join(map(str, fault.path)), fault.message, file=sys.stderr)
sys.exit(1 if faults else 0)
