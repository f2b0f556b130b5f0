"""Breaks promises on purpose, in the data of a host that has just been killed: a check that never complains checks nothing."""

import sqlite3

# Name → what is done to each tenant's file, and a word of the fault that must be found.
ACTS = {
    "lose": ("DELETE FROM delivery WHERE status < 2", "has no deliveries"),
    "forget": ("DELETE FROM notification WHERE status = 0", "has lost a notification"),
    # As if a page of a campaign's recipients ended further on than it did.
    "overlook": (
        "UPDATE event SET cursor = cursor + 1 WHERE cursor IS NOT NULL AND row IN (SELECT event FROM campaign)", "and has notifications for",
    ),
    # As if nothing had been noted before the batch went out.
    "unmark": ("UPDATE delivery SET attempted_at = NULL WHERE status = 1", "copies arrived"),
}


def commit(act, data):
    statement, _ = ACTS[act]
    for file in data.glob("*.sqlite"):
        database = sqlite3.connect(file)
        database.execute(statement)
        database.commit()
        database.close()


def verdict(act, faults):
    """→ what is wrong where the fault was not found."""
    _, word = ACTS[act]
    found = [fault for fault in faults if word in fault]
    print(f"sabotage “{act}” was found out {len(found)} times" + (f", such as: {found[0]}" if found else ""))
    return [] if found else [f"sabotage “{act}” was not found out"]
