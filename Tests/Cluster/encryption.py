"""TLS between hosts and the database."""

from cluster import run
from mistakes import expect_words
from outside import free_port
from stage import scenario


def make_authority(folder, name):
    key, file = folder / f"{name}.key", folder / f"{name}.pem"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
        "-keyout", key, "-out", file)
    return key, file


def make_certificate(folder, authority, host, owner):
    """→ the files of a key and of a certificate for the name, which the server can read."""
    key, request, file = folder / f"{host}.key", folder / f"{host}.csr", folder / f"{host}.pem"
    names = folder / f"{host}.names"
    names.write_text(f"subjectAltName=DNS:{host}\n")
    run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={host}", "-keyout", key, "-out", request)
    run("openssl", "x509", "-req", "-in", request, "-CA", authority[1], "-CAkey", authority[0], "-CAcreateserial", "-days", "2",
        "-extfile", names, "-out", file)
    key.chmod(0o600)
    run("chown", f"--reference={owner}", key, file)
    return key, file


@scenario("openssl", short=True)
def encrypted(stage):
    """hosts come by TLS, with a certificate that they check; a wrong name, authority or server is refused"""
    port = free_port()
    database = stage.prepared_database(f"port={port}", "listen_addresses=127.0.0.1")
    folder = stage.servers / "keys"
    folder.mkdir()
    trusted, other = make_authority(folder, "authority"), make_authority(folder, "another")
    key, certificate = make_certificate(folder, trusted, "localhost", database.folder / "data/PG_VERSION")
    address = f"postgres://carillon_host@localhost:{port}/carillon"
    by_number = f"postgres://carillon_host@127.0.0.1:{port}/carillon"
    expect_words(stage, [("a server without TLS", f"{address}?sslmode=require", "it has no TLS")])
    database.ask(f"ALTER SYSTEM SET ssl_cert_file = '{certificate}'")
    database.ask(f"ALTER SYSTEM SET ssl_key_file = '{key}'")
    database.ask("ALTER SYSTEM SET ssl = on")
    lines = "\n".join(["local all all trust", "hostssl all all 127.0.0.1/32 trust"])
    (database.folder / "data/pg_hba.conf").write_text(lines + "\n")
    database.ask("SELECT pg_reload_conf()")
    expect_words(stage, [
        ("an authority that isn't trusted", f"{address}?sslmode=verify-full&sslrootcert={other[1]}", "isn't of an authority in sslrootcert"),
        ("a name that isn't the certificate's", f"{by_number}?sslmode=verify-full&sslrootcert={trusted[1]}", "is for another name"),
        ("no file of authorities", f"{address}?sslmode=verify-full", "sslrootcert=FILE"),
        ("a server that insists on TLS", f"{address}?sslmode=disable", "lets nobody in without TLS"),
    ])
    for options in ["sslmode=require", f"sslmode=verify-full&sslrootcert={trusted[1]}"][1 if stage.is_short else 0 :]:
        stage.hosts = []
        stage.new_host(database, f"{address}?{options}")
        stage.start_hosts()
        found = database.ask(
            "SELECT count(*) FILTER (WHERE s.ssl), count(*) FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) "
            "WHERE a.usename = 'carillon_host'"
        )
        encrypted, total = map(int, found.split("|"))
        stage.expect(encrypted == total > 0, f"{options}: {encrypted} of {total} connections use TLS")
        stage.see(f"{options.split('&')[0]}: {encrypted} connections, all of them with TLS")
        stage.start_callers(number=len(options) % 50)
        stage.reconcile()
        stage.end_hosts()
