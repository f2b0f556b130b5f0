#!/usr/bin/env python3
"""Kills the host at each step of a publication, and holds what staff were answered against what is there after the next start.

    Tests/Crash/publishing.py [--rounds 3] [--seed N] [--program .build/debug/carillond]

A round begins a proposal, changes its text, comments, hands it in, approves it, publishes it and goes back; each step is killed
three times: while it is under way, at two moments made up from the seed, and right after its answer. What was answered has to
be there; what wasn't is there whole, with its line in the studio's history, or not at all; nothing else may have changed, sessions go on, and what is delivered has
the words of the newest version. Ends with 1 where anything doesn't agree; the folder with data and logs is kept then.
"""

import argparse
import pathlib
import random
import sys
import threading
import time

from place import Place, Tenant
from programs import Client, Host, Lost, Sandbox, Unreachable, wait_until
from reconcile import conclude
from staff import EVENT, FILES, PLACE, Staff, live_version, publish_live

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/carillond")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: swift build --product carillond")
    print(f"seed {options.seed}: ask the same again with --seed {options.seed} --rounds {options.rounds}", flush=True)
    place = Place([Tenant(0, "expo")])
    publish_live(place)
    sandbox = Sandbox(options.program, place)
    egress = [tenant.egress(sandbox) for tenant in place.tenants]
    host = Host(options.program, place, egress, ["--studio", "on"])
    try:
        publication = Publication(host, sandbox, place.tenants[0], random.Random(options.seed))
        publication.run(options.rounds)
        if host.end() != 0:
            publication.faults.append("the host didn't end cleanly on SIGTERM")
    finally:
        if host.process and host.process.poll() is None:
            host.kill()
        sandbox.end()
    for name, count in publication.figures.items():
        print(f"  {count:>7,} {name}")
    if publication.faults:
        conclude(publication.faults, f"data and logs are in {place.folder}", False)
    place.remove()
    print("everything agrees: what staff were answered is there, and what they see is delivered")


class Publication:
    def __init__(self, host, sandbox, tenant, chance):
        self.host, self.sandbox, self.tenant, self.chance = host, sandbox, tenant, chance
        self.faults = []
        self.figures = dict.fromkeys(["kills", "killed under way", "of these carried out", "versions", "changes in the history"], 0)
        # step → how long it took last
        self.times = {}
        self.marks = 0
        # Words of versions; 0 are the files.
        self.words = {0: FILES}

    def run(self, rounds):
        self.start()
        self.ada = Staff(self.host, self.tenant, "Ada", "writer")
        self.grace = Staff(self.host, self.tenant, "Grace", "publisher")
        client = Client(self.host.port)
        token, user = next(iter(self.tenant.tokens.items()))
        assert client.as_user(user, "POST", f"/v1/{self.tenant.name}/devices", {"token": token})[0] in (200, 201)
        client.close()
        self.user = user
        # Undisturbed, for how long each step takes.
        self.publish_once("undisturbed", lambda act, *_: self.timed(act))
        for number in range(rounds):
            for moment in "early", "late", "answered":
                self.publish_once(f"round {number}, {moment}", lambda act, step, is_done: self.disturbed(act, step, is_done, moment))
        seen = self.see()
        self.figures["versions"] = len(seen["versions"])
        self.figures["changes in the history"] = len(seen["history"])

    def start(self):
        self.host.start()
        self.host.wait_until_ready()

    # The steps

    def publish_once(self, title, take):
        """One publication and the way back. `take` takes a step: what is asked, its name, and whether a view has it done."""
        words = title.capitalize()
        ada, grace, host = self.ada, self.grace, self.host

        def state(view, *states):
            return self.proposal_called(view, title)[1]["state"] in states

        def step(name, act, is_done):
            self.step = name
            # Where it came to nothing, it is taken again: by then nothing kills it.
            if not take(act, name, is_done):
                self.timed(act)
            view = self.see()
            self.expect(is_done(view), f"{title}: {name} isn't there")
            return view

        step("begin", lambda: ada.ask(host, "POST", "/proposals", {"title": title}), lambda view: self.proposal_called(view, title)[0])
        id = self.proposal_called(self.see(), title)[0]
        edit = ada.edit(host, id, words)
        step("change", lambda: ada.ask(host, "PUT", f"/proposals/{id}/text", edit), lambda view: words in view["history"].values())
        step(
            "comment", lambda: ada.ask(host, "POST", f"/proposals/{id}/comments", {"text": title}),
            lambda view: title in self.proposal_called(view, title)[1]["comments"],
        )
        for person, name, done in (ada, "submit", "in-review"), (grace, "approve", "approved"), (grace, "publish", "published"):
            body = {"version": self.proposal_called(self.see(), title)[1]["version"]}
            step(name, lambda: person.ask(host, "POST", f"/proposals/{id}/{name}", body), lambda view: state(view, done))
        self.deliver()
        number = len(self.see()["versions"])
        back = self.chance.randrange(number)
        if self.words[back] == self.words[number]:
            back = 0
        body = {"live": number, "reason": f"Back from {title}"}
        step(
            "restore", lambda: grace.ask(host, "POST", f"/versions/{back}/restore", body),
            lambda view: len(view["versions"]) == number + 1 and view["versions"][number + 1]["note"] == body["reason"],
        )
        self.deliver()

    def timed(self, act):
        began = time.monotonic()
        status, answer = act()
        self.times[self.step] = time.monotonic() - began
        assert status in (200, 201), f"{self.step}: {status} {answer}"
        return True

    def disturbed(self, act, step, is_done, moment):
        """→ whether the step was carried out."""
        before = self.see()
        answer = []

        def ask():
            try:
                answer.append(act())
            except (Lost, Unreachable):
                pass

        caller = threading.Thread(target=ask)
        caller.start()
        if moment == "answered":
            caller.join(30)
        else:
            low, high = (0, 0.6) if moment == "early" else (0.6, 1.1)
            time.sleep(self.times[step] * self.chance.uniform(low, high))
        was_answered = bool(answer)
        self.host.kill()
        caller.join(30)
        self.figures["kills"] += 1
        self.start()
        after = self.see()
        place = f"{step}, killed {moment}"
        done = bool(is_done(after))
        if answer:
            self.expect(answer[0][0] in (200, 201), f"{place}: {answer[0]}")
            self.expect(done, f"{place}: it was answered, and is lost")
        if not was_answered:
            self.figures["killed under way"] += 1
            self.figures["of these carried out"] += done
        self.expect(done or after == before, f"{place}: a part of it is there: {before} became {after}")
        lines = [action for id, action in after["acts"].items() if id not in before["acts"]]
        self.expect(lines == [f"studio.{step}"] * done, f"{place}: its line in the history is {lines}")
        self.expect_kept(before, after, place)
        return done

    def expect_kept(self, before, after, place):
        """Nothing that was there is gone or changed, but the one proposal that the step is about."""
        changed = [id for id, one in before["proposals"].items() if after["proposals"].get(id) != one]
        self.expect(len(changed) <= 1, f"{place}: proposals changed: {changed}")
        for part in "versions", "history", "acts":
            kept = {key: after[part].get(key) for key in before[part]}
            self.expect(kept == before[part], f"{place}: {part} were {before[part]}, and are {after[part]}")

    # What is there

    @staticmethod
    def proposal_called(view, title):
        """→ id and content; None and nothing where there is none yet."""
        return next((pair for pair in view["proposals"].items() if pair[1]["title"] == title), (None, None))

    def see(self):
        """All that staff are shown, and what the host says of itself; what can't be true at once is a fault."""
        ada, host = self.ada, self.host
        view = {"proposals": {}, "versions": {}, "history": {}}
        for one in ada.expect(host, 200, "GET", "/proposals")["proposals"]:
            whole = ada.expect(host, 200, "GET", f"/proposals/{one['id']}")
            texts = [(text["place"], text.get("new")) for text in whole["texts"]]
            comments = [comment["text"] for comment in whole["comments"]]
            view["proposals"][one["id"]] = {name: one[name] for name in ("version", "state", "title")} | {
                "texts": texts, "comments": comments,
            }
        listed = ada.expect(host, 200, "GET", "/versions")
        for one in listed["versions"]:
            view["versions"][one["number"]] = one
        view["history"] = self.history()
        view["acts"] = self.acts()
        count = len(view["versions"])
        self.expect(sorted(view["versions"]) == list(range(1, count + 1)), f"versions aren't counted: {sorted(view['versions'])}")
        published = {id for id, one in view["proposals"].items() if one["state"] == "published"}
        origins = [one["proposal"] for one in view["versions"].values() if "proposal" in one]
        self.expect(published == set(origins) and len(published) == len(origins), "proposals and versions don't agree")
        self.expect(live_version(host, self.tenant) == count == listed["live"], "the host doesn't show the newest version")
        for number, one in sorted(view["versions"].items()):
            if "proposal" in one:
                self.words[number] = view["proposals"][one["proposal"]]["texts"][0][1]
            else:
                self.words[number] = self.words[one["restored"]]
        return view

    def history(self):
        """→ id of a change → the words that it made."""
        changes, before = {}, ""
        while before is not None:
            page = self.ada.expect(self.host, 200, "GET", f"/texts/{EVENT}/title/history?locale={PLACE['locale']}{before}")
            changes |= {one["id"]: one["new"]["words"] for one in page["changes"]}
            before = f"&before={page['before']}" if "before" in page else None
        return changes

    def acts(self):
        """→ id of a line of the studio's history → what was done, but for looking at it and signing in."""
        acts, after = {}, ""
        while after is not None:
            status, page, _ = self.host.operator("GET", f"/v1/tenants/{self.tenant.name}/studio/history{after}")
            assert status == 200, page
            acts |= {one["id"]: one["action"] for one in page["entries"]}
            after = f"?after={page['after']}" if "after" in page else None
        aside = "studio.history", "studio.link", "studio.sign-in"
        return {id: action for id, action in acts.items() if action not in aside}

    def deliver(self):
        """What is sent has the words of the newest version."""
        self.marks += 1
        body = {
            "id": f"p-{self.marks}", "source": "crash", "type": EVENT, "data": {"order": f"m-1-{self.marks}"}, "recipients": [self.user],
        }
        client = Client(self.host.port)
        assert client.as_service("POST", f"/v1/{self.tenant.name}/events", body)[0] == 202
        client.close()
        marker = f"m-1-{self.marks} "
        found = wait_until(lambda: [one for one in self.sandbox.collect() if marker in one["message"]["body"]], 30, "a delivery")
        titles = {one["message"]["title"] for one in found}
        wanted = self.words[max(self.words)]
        self.expect(titles == {wanted}, f"“{titles}” was delivered, not “{wanted}”")

    def expect(self, condition, fault):
        if not condition:
            self.faults.append(fault)


if __name__ == "__main__":
    main()
