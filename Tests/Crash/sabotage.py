"""Breaks promises on purpose, in the data of a host that has just been killed: a check that never fails checks nothing."""

import sqlite3

# Name → what is done to each tenant's file, and a part of the fault that must be found.
ACTS = {
    "lose": ("DELETE FROM delivery WHERE status < 2", "has no deliveries"),
    "forget": ("DELETE FROM notification WHERE status = 0", "has lost a notification"),
    # As if a page of a campaign's recipients ended further on than it did.
    "overlook": (
        "UPDATE event SET cursor = cursor + 1 WHERE cursor IS NOT NULL AND row IN (SELECT event FROM campaign)", "and has notifications for",
    ),
    # As if a host that starts took back what others have under way.
    "reclaim": ("UPDATE delivery SET status = 0, attempted_at = NULL WHERE status = 1", "copies arrived"),
    # As if nothing had been marked before the batch went out.
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
    _, text = ACTS[act]
    found = [fault for fault in faults if text in fault]
    print(f"sabotage “{act}” was found out {len(found)} times" + (f", such as: {found[0]}" if found else ""))
    return [] if found else [f"sabotage “{act}” was not found out"]
