"""Addresses, roles and databases that are wrong: a host says what, and ends."""

import concurrent.futures
import subprocess
import time

from cluster import run
from outside import free_port
from stage import scenario


def start(stage, address, environment=None):
    """Starts a host on an address; → its status, what it said, and after how long it ended."""
    command = [stage.program, "serve", "--tenants", stage.place.folder / "tenants", "--secrets", stage.place.folder / "secrets.json"]
    command += ["--database", address, "--port", "0", "--admin-port", "0"]
    began = time.monotonic()
    process = subprocess.run(
        ["env", *(environment or []), *map(str, command)], capture_output=True, text=True, timeout=60, start_new_session=True
    )
    return process.returncode, process.stderr + process.stdout, time.monotonic() - began


def expect_words(stage, cases):
    """Each a name, an address, words that must be said, and variables; all at once, because some wait for ten seconds."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        ended = list(pool.map(lambda case: start(stage, case[1], case[3] if len(case) > 3 else None), cases))
    for (name, address, words, *_), (status, said, took) in zip(cases, ended):
        stage.expect(status == 1, f"{name}: status {status}")
        for word in words if isinstance(words, tuple) else (words,):
            stage.expect(word in said, f"{name}: it doesn't say “{word}” but: {said.strip()[-300:]}")
        stage.expect("secret-" not in said, f"{name}: the password is shown")
        line = said.strip().splitlines()[-1].removeprefix("carillond: ").replace(str(stage.place.folder), "…")
        stage.see(f"{name} ({took:.1f} s): {line}")


@scenario(short=True)
def wrong_address(stage):
    """nobody listens, no such name, database, user or password, a role that may too much or too little, other tables, other schemas"""
    port = free_port()
    database = stage.prepared_database(f"port={port}", "listen_addresses=127.0.0.1")
    ask = database.ask
    ask("CREATE ROLE clerk LOGIN; ALTER ROLE carillon_host PASSWORD 'secret-right'")
    ask("CREATE DATABASE empty", "postgres")
    ask("CREATE DATABASE foreign_tables", "postgres")
    ask("CREATE SCHEMA carillon; CREATE TABLE carillon.song (title text); GRANT USAGE ON SCHEMA carillon TO carillon_host", "foreign_tables")
    for name, change in [("older", "version - 1"), ("newer", "version + 1")]:
        ask(f"CREATE DATABASE {name}", "postgres")
        run(stage.program, "database", "prepare", "--database", database.administrator.replace("/carillon?", f"/{name}?"))
        ask(f"UPDATE carillon.schema_state SET version = {change}, readable_from = {change.replace('version', 'readable_from')}", name)
    ask("CREATE DATABASE readable", "postgres")
    run(stage.program, "database", "prepare", "--database", database.administrator.replace("/carillon?", "/readable?"))
    ask("ALTER DATABASE readable SET default_transaction_read_only = on", "postgres")
    database.let_in("host all all 127.0.0.1/32 scram-sha-256")
    passwords = {}
    for name, password in [("right", "secret-right"), ("wrong", "secret-wrong")]:
        file = stage.place.folder / f"pgpass-{name}"
        file.write_text(f"*:*:*:*:{password}\n")
        file.chmod(0o600)
        passwords[name] = [f"PGPASSFILE={file}"]

    def local(name="carillon", user="carillon_host"):
        return f"postgres://{user}@/{name}?host={database.folder}&port={port}"

    tcp = f"postgres://carillon_host@127.0.0.1:{port}"
    expect_words(stage, [
        ("nobody listens", f"postgres://carillon_host@127.0.0.1:{free_port()}/carillon", "nothing answers there"),
        ("no such socket", "postgres://carillon_host@/carillon?host=/nowhere", "there is no such socket"),
        ("no such name", "postgres://carillon_host@db.invalid/carillon", "no address was found for its host"),
        ("no such database", local("nothing"), ("doesn't exist", "carillond database prepare")),
        ("no such user", local(user="nobody_here"), "refuses this user or password"),
        ("wrong password", f"{tcp}/carillon", "refuses this user or password", passwords["wrong"]),
        ("no password", f"{tcp}/carillon", "refuses this user or password"),
        ("a superuser", local(user="postgres"), ("passes row-level security by", "carillon_host")),
        ("one who may become the owner", local(user="carillon_migrate"), ("owns the tables", "carillon_host")),
        ("one who passes policies by", local(user="carillon_backup"), ("passes row-level security by", "carillon_host")),
        ("a role without rights", local(user="clerk"), ("may not do", "carillon_host")),
        ("not prepared", local("empty"), ("isn't prepared", "carillond database prepare")),
        ("another program's tables", local("foreign_tables"), ("another program's tables", "name another database")),
        ("an older schema", local("older"), ("an earlier version", "carillond database prepare")),
        ("a newer schema", local("newer"), ("a later version", "run that version")),
        ("only to be read", local("readable"), "it can only be read"),
    ])
    prepared = run(stage.program, "database", "prepare", "--database", database.administrator.replace("/carillon?", "/foreign_tables?"), may_fail=True)
    stage.expect("song" in ask("SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = 'carillon'::regnamespace", "foreign_tables"),
                 "prepare changed another program's schema")
    stage.expect(not prepared, f"prepare printed statements for another program's schema: {prepared}")
