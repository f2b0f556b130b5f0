"""Rows by the million in a tenant's file, made of those that are there already."""

import sqlite3


class Copies:
    """The file, without its triggers until the end: what they count is up to whoever copies."""

    def __init__(self, file):
        self.database = sqlite3.connect(file)

    def __enter__(self):
        self.triggers = self.database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in self.triggers:
            self.database.execute(f"DROP TRIGGER {name}")
        return self

    def __exit__(self, *failure):
        for _, sql in self.triggers:
            self.database.execute(sql)
        self.database.commit()
        self.database.close()

    def last(self, table):
        return self.database.execute(f"SELECT max(row) FROM {table}").fetchone()[0]

    def make(self, table, count, only, **changed):
        """So many rows like the one that fulfils `only`, with other values: SQL, in which `n` counts from 1."""
        columns = [row[1] for row in self.database.execute(f"PRAGMA table_info({table})")]
        values = [str(changed.get(name, name)) for name in columns]
        self.database.execute(
            f"WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) "
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
            f"FROM numbers, (SELECT * FROM {table} WHERE {only})")
