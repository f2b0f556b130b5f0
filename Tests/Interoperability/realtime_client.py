"""One version of Supabase's client, unmodified: joins, gets rows, sees them marked, leaves and joins again.

python realtime_client.py FOLDER BASE USER TOKEN < commands
Writes a JSON line for each thing that the app would see.
"""

import asyncio
import inspect
import json
import os
import sys

folder, base, user, token = sys.argv[1:]
sys.path.insert(0, folder)

from realtime import AsyncRealtimeClient  # noqa: E402  the version that is tried


def tell(kind, **facts):
    print(json.dumps({"kind": kind, **facts}, default=str), flush=True)


def plain(payload):
    """Some versions hand out objects, some the whole message."""
    payload = payload.model_dump() if hasattr(payload, "model_dump") else payload
    return payload.get("payload", payload) if isinstance(payload, dict) else payload


def on_change(binding):
    def callback(payload, *rest):
        tell("change", binding=binding, data=payload.get("data", payload))

    return callback


async def join(client, name):
    channel = client.channel("notifications")
    for event, filter in [("INSERT", f"user_id=eq.{user}"), ("*", None), ("UPDATE", None)]:
        filters = {"filter": filter} if filter else {}
        channel.on_postgres_changes(
            event, schema="public", table="notifications", callback=on_change(f"{name} {event}"), **filters
        )
    if hasattr(channel, "on_system"):
        channel.on_system(lambda payload, *rest: tell("system", payload=plain(payload)))
    await channel.subscribe(lambda state, error: tell("state", of=name, state=str(state).split(".")[-1]))
    return channel


def listen(client):
    """The oldest hears nothing until it is told to."""
    if not hasattr(client, "_listen_task"):
        listening = asyncio.create_task(client.listen())
        listening.add_done_callback(lambda task: task.cancelled() or task.exception())


def connected(client):
    state = getattr(client, "is_connected", None)
    return state if isinstance(state, bool) else getattr(client, "_ws_connection", True) is not None


async def main():
    client = AsyncRealtimeClient(base, "the-apps-public-key", auto_reconnect=True)
    await client.connect()
    listen(client)
    await client.set_auth(token)
    channel = await join(client, "first")
    loop = asyncio.get_running_loop()
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        if line == "again":
            result = client.remove_channel(channel)
            if inspect.isawaitable(result):
                await result
            # Without channels, the oldest hang up.
            if not connected(client):
                await client.connect()
                listen(client)
                await client.set_auth(token)
            channel = await join(client, "second")
        elif line == "end":
            break
    tell("end")
    sys.stdout.flush()
    # Some versions can't close without an error of their own.
    os._exit(0)


asyncio.run(main())
