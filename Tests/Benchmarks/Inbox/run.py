#!/usr/bin/env python3
"""Measures what a reader of the web inbox waits for, in Chromium, and what the inbox weighs.

Release build; run by `make bench`, or alone:
    Tests/Benchmarks/Inbox/run.py [--program .build/release/carillond] [--web-assets DIR] [--rounds 15]

The host serves its own page, with notifications put into the store's file by SQL. The network is slowed by 50 ms for each
request, and the processor four times, as the DevTools do it. Times are medians. Prints each value beside its budget, and fails
where one is missed.
"""

import argparse, gzip, json, os, pathlib, shutil, statistics, subprocess, sys, tempfile, time, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from copies import Copies  # noqa: E402
from processes import PROGRAM, ROOT, SERVICE_KEY, lay_out, require, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch, request  # noqa: E402

TENANT, EVENT = "dossier", "sync.conflict"
CORE = ["inbox.js", "feed.js", "dom.js"]
LAZY = ["live.js", "marks.js", "views.js", "preferences.js", "permission.js", "feed-element.js", "switch.js", "page.js", "worker.js"]
HELD = 1000

# Runs before the page's own scripts: notes when the element is defined, when its number shows, and what was slow.
WATCH = """
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    new MutationObserver(() => {
        const badge = root.querySelector(".badge");
        if (!badge || badge.hidden || !badge.textContent) return;
        window.shown ??= performance.now();
        if (badge.textContent === window.before) return;
        window.before = badge.textContent;
        window.changed = performance.timeOrigin + performance.now();
    }).observe(root, { childList: true, subtree: true, attributes: true, characterData: true });
    return root;
};
const define = customElements.define;
customElements.define = function (name, ...rest) {
    if (name === "carillon-inbox") window.ran = performance.now();
    return define.call(this, name, ...rest);
};
window.shift = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.frames_ = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.frames_.push(entry.duration);
}).observe({ type: "long-animation-frame", buffered: true });
addEventListener("click", (event) => {
    const path = event.composedPath();
    const card = path.find((at) => at.classList?.contains("card"));
    if (!card) return;
    window.clicked = performance.timeOrigin + event.timeStamp;
    window.painted = null;
    const look = () => requestAnimationFrame(() => {
        if (card.classList.contains("unread")) return look();
        // Comes once the frame is done.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.painted = performance.now() - event.timeStamp);
        port2.postMessage(null);
    });
    look();
}, true);
"""
# All cards of the list made anew, with styles and layout: milliseconds.
RENDER = """() => {
    const inbox = document.querySelector("carillon-inbox"), { feed, list, panel } = inbox, { items } = feed;
    feed.items = [];
    list.update();
    panel.offsetHeight;
    feed.items = items;
    const began = performance.now();
    list.update();
    panel.offsetHeight;
    return performance.now() - began;
}"""
# The longest frame of some frames, where none was long enough to be told of.
LOOP = """() => {
    window.longest = 0;
    let last = performance.now();
    const next = (now) => {
        window.longest = Math.max(window.longest, now - last);
        last = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""


def in_environment():
    """Playwright is in the environment of the inbox's tests, which those make."""
    python = ROOT / ".build/python-web/bin/python"
    if pathlib.Path(sys.prefix) == python.parents[1]:
        return
    subprocess.run([ROOT / "Tests/Tools/libraries.sh", "browser"], check=True, stdout=sys.stderr)
    if not python.exists() or subprocess.run([python, "-c", "import playwright"]).returncode:
        subprocess.run([ROOT / "Tests/Web/run.sh", "test_budget"], check=True, stdout=sys.stderr)
    os.execv(python, [python, "-B", *sys.argv])


def fill(file, user_id, count):
    """Gives a new user `count` notifications like the one that is there, all in the feed and unread."""
    with Copies(file) as copies:
        user, event, notification, delivery = (copies.last(table) for table in ["user", "event", "notification", "delivery"])
        first = copies.database.execute("SELECT min(rank) FROM feed").fetchone()[0]
        row, own = f"{notification} + n", f"'{user_id}-' || n"
        copies.make("user", 1, f"row = {user}", row=f"{user} + n", id=f"'{user_id}'", unread=count, feed_count=count)
        copies.make("event", count, f"row = {event}", row=f"{event} + n", id=own, key="n", external_id=own)
        copies.make("notification", count, f"row = {notification}", row=row, id=own, event=f"{event} + n", user=user + 1)
        copies.make("delivery", count, f"row = {delivery}", row=f"{delivery} + n", notification=row)
        copies.make("feed_content", count, f"notification = {notification}", notification=row, user=user + 1, rank=f"{first} - n")
        copies.make("feed", count, f"notification = {notification}", notification=row, user=user + 1, rank=f"{first} - n", id=own)


class Host:
    def __init__(self, options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-inbox-"))
        self.port, self.admin, self.posted = free_port(), free_port(), 0
        self.origin = f"http://127.0.0.1:{self.port}"
        self.base = f"{self.origin}/v1/{TENANT}"
        self.payload = json.loads((ROOT / f"tenants/{TENANT}/samples/{EVENT}.json").read_text())
        lay_out(self.folder, TENANT)
        more = ["--rate-limits", "off", "--egress-map", "https://exp.host=http://127.0.0.1:1"]
        self.command = serving(options.program, self.folder, self.port, self.admin, *more)
        if options.web_assets:
            self.command += ["--web-assets", options.web_assets]

    def start(self):
        self.process = launch(self.command, self.folder / "host.log")
        await_ready(f"{self.origin}/health/ready", self.process)

    def stop(self):
        end(self.process, 20)

    def subscribe(self, user):
        """Who doesn't follow the dossier gets nothing about it."""
        request("PUT", f"{self.base}/subscriptions/dossier:{self.payload['dossier_id']}", SERVICE_KEY, {"userId": user})

    def post(self, user):
        self.posted += 1
        request("POST", f"{self.base}/events", SERVICE_KEY,
                {"id": f"bench-{self.posted}", "source": "bench", "type": EVENT, "recipients": [user], "data": self.payload})

    def link(self, user, view):
        path = request("POST", f"{self.base}/inbox/links", SERVICE_KEY, {"userId": user})["path"]
        return self.origin + path.replace("#", f"?view={view}&locale=en#")

    def packed(self, path):
        """→ how many bytes come over the wire, and the content."""
        asked = urllib.request.Request(self.origin + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            body = answer.read()
            return len(body), gzip.decompress(body) if answer.headers["content-encoding"] == "gzip" else body


class Budgets:
    def __init__(self):
        self.missed = []

    def tell(self, name, value, limit, unit, note=""):
        if value > limit:
            self.missed.append(name)
        number = lambda it: f"{it:,.0f}" if unit == "bytes" else f"{it:.3f}" if unit == "" else f"{it:.1f}"
        line = f"{name:<46} {number(value):>8} {unit:<5}  budget {number(limit):>7}"
        print(f"{line}{'   MISSED' if value > limit else ''}{f'   {note}' if note else ''}", flush=True)


class Window:
    """One reader's browser window at the host's page."""

    def __init__(self, browser, host, user, view="bell", context=None):
        self.context = context or browser.new_context(viewport={"width": 1280, "height": 900}, locale="en")
        self.page = self.context.new_page()
        self.page.add_init_script(WATCH)
        self.devtools = self.context.new_cdp_session(self.page)
        self.devtools.send("Network.enable")
        self.plain = f"{host.origin}/{TENANT}/notifications?view={view}&locale=en"
        self.page.goto(self.plain if context else host.link(user, view))

    def slow(self, latency=0, processor=1):
        conditions = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.devtools.send("Network.emulateNetworkConditions", conditions)
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": processor})

    def until(self, source, seconds=20):
        """A policy without `eval` forbids Playwright's own way to wait."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if (value := self.page.evaluate(source)) not in (None, False):
                return value
            time.sleep(0.01)
        sys.exit(f"never: {source}")

    def shown(self, count=1):
        return self.until(f"() => document.querySelector('carillon-inbox')?.items?.length >= {count} && window.shown")

    def open(self):
        self.page.locator("[part=bell]").click()
        self.until("() => document.querySelector('carillon-inbox').isOpen")

    def memory(self):
        """MB of scripts and of nodes, after collecting garbage."""
        for _ in range(3):
            self.devtools.send("HeapProfiler.collectGarbage")
        usage = self.devtools.send("Runtime.getHeapUsage")
        return usage["usedSize"] / 1e6, usage["embedderHeapUsedSize"] / 1e6

    def longest(self, act, seconds=0.5):
        """The longest frame, in milliseconds, while something is done and for a while after."""
        self.page.evaluate("() => { window.frames_.length = 0; window.longest = 0; }")
        act()
        time.sleep(seconds)
        told, gap = self.page.evaluate("() => [Math.max(0, ...window.frames_), window.longest]")
        # A gap between frames may be the machine's; a frame that took over 50 ms is told of.
        return told or min(gap, 50)


def sizes(host, budgets, files):
    wire, content = {}, b""
    for name in CORE + LAZY:
        wire[name], body = host.packed(f"/v1/assets/{name}")
        content += body if name in CORE else b""
    together = sum(wire[name] for name in CORE)
    at_once = together + wire["live.js"] + wire["marks.js"]
    budgets.tell("bell and panel, gzip, as they are sent", together, 15_000, "bytes",
                 f"with live.js and marks.js {at_once:,}; the first in one piece {len(gzip.compress(content, 9)):,}")
    largest = max(LAZY, key=wire.get)
    budgets.tell(f"the largest of what is loaded later ({largest})", wire[largest], 8_000, "bytes")
    for locale in ("en", "ar"):
        sent, document = host.packed(f"/v1/{TENANT}/inbox-words?locale={locale}")
        words = json.dumps(json.loads(document)["words"], ensure_ascii=False, separators=(",", ":")).encode()
        budgets.tell(f"words, {locale}, gzip", len(gzip.compress(words, 9)), 1_000, "bytes",
                     f"the document with categories and preferences, as it is sent: {sent:,}")


def number(browser, host, budgets, rounds):
    window = Window(browser, host, "few")
    window.shown()
    times = []
    for _ in range(rounds):
        # Signed in, with the scripts kept.
        window.slow(latency=50)
        window.page.goto(window.plain)
        times.append(window.until("() => window.shown && window.shown - window.ran"))
    budgets.tell("the number, after the module ran, at 50 ms", statistics.median(times), 150, "ms", f"at most {max(times):.0f}")
    window.context.close()


def shift(browser, host, budgets):
    values = {}
    for view in ("bell", "page"):
        window = Window(browser, host, "few", view)
        window.slow(latency=50, processor=4)
        window.page.goto(window.plain)
        window.shown() if view == "bell" else window.until("() => document.querySelector('carillon-inbox')?.items?.length")
        time.sleep(1)
        values[view] = window.page.evaluate("() => window.shift")
        window.context.close()
    budgets.tell("shift of layout while it loads", max(values.values()), 0, "", f"bell {values['bell']:.3f}, page {values['page']:.3f}")


def render(browser, host, budgets, rounds):
    window = Window(browser, host, "few")
    window.shown(20)
    window.open()
    window.slow(processor=4)
    first, *rest = [window.page.evaluate(RENDER) for _ in range(rounds + 1)]
    budgets.tell("20 cards rendered, processor slowed 4 ×", statistics.median(rest), 12, "ms",
                 f"the first time {first:.0f}, at most {max(rest):.0f}")
    window.context.close()


def click(browser, host, budgets, rounds):
    window = Window(browser, host, "few")
    window.shown(20)
    other = Window(browser, host, "few", context=window.context)
    other.shown(20)
    window.page.bring_to_front()
    window.open()
    here, there = [], []
    for _ in range(min(rounds, 18)):
        time.sleep(0.3)
        other.page.evaluate("() => (window.changed = null)")
        window.page.locator(".card.unread .tick").first.click()
        here.append(window.until("() => window.painted"))
        there.append(other.until("() => window.changed") - window.page.evaluate("() => window.clicked"))
    budgets.tell("from a click on “mark as read” to the screen", statistics.median(here), 16, "ms", f"at most {max(here):.0f}")
    budgets.tell("from that click to another tab's number", statistics.median(there), 100, "ms", f"at most {max(there):.0f}")
    window.context.close()


def many(browser, host, budgets):
    empty = Window(browser, host, "nobody")
    empty.until("() => document.querySelector('carillon-inbox')?.state === 'ready'")
    empty.open()
    time.sleep(1)
    before = empty.memory()
    empty.context.close()

    window = Window(browser, host, "many")
    window.shown()
    window.open()
    window.page.evaluate("() => document.querySelector('carillon-inbox').setAttribute('page-size', '100')")
    window.until("() => document.querySelector('carillon-inbox').items.length === 100")
    window.page.evaluate(LOOP)
    length = "document.querySelector('carillon-inbox').items.length"

    def load():
        while (count := window.page.evaluate(f"() => {length}")) < HELD:
            window.page.evaluate("() => document.querySelector('carillon-inbox').feed.more()")
            window.until(f"() => {length} > {count}")

    def arrive():
        host.post("many")
        window.until(f"() => {length} > {HELD}")

    def scroll():
        box = window.page.locator("[part=panel]").bounding_box()
        window.page.mouse.move(box["x"] + 50, box["y"] + 200)
        for _ in range(20):
            window.page.mouse.wheel(0, 2500)
            time.sleep(0.03)

    frames = {"loading a hundred more": window.longest(load)}
    time.sleep(1)
    scripts, nodes = (now - then for now, then in zip(window.memory(), before))
    frames["one comes"] = window.longest(arrive, 2.5)
    frames["one is marked"] = window.longest(lambda: window.page.locator(".card.unread .tick").first.click())
    frames["the panel closes"] = window.longest(lambda: window.page.keyboard.press("Escape"))
    frames["and opens"] = window.longest(window.open)
    frames["scrolling"] = window.longest(scroll)
    budgets.tell(f"{HELD:,} items held, memory", scripts + nodes, 10, "MB", f"scripts {scripts:.1f}, nodes {nodes:.1f}")
    slowest = max(frames, key=frames.get)
    budgets.tell(f"{HELD:,} items held, the longest frame", frames[slowest], 50, "ms",
                 ", ".join(f"{name} {'≤ ' if value == 50 else ''}{value:.0f}" for name, value in frames.items()))
    window.context.close()


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--web-assets", type=pathlib.Path, help="files to measure in place of those in the program")
    options.add_argument("--rounds", type=int, default=15)
    options = options.parse_args()
    require(options.program)
    in_environment()
    from playwright.sync_api import sync_playwright

    host, budgets = Host(options), Budgets()
    try:
        host.start()
        host.subscribe("seed")
        host.post("seed")
        while request("GET", f"{host.base}/notifications", token("seed"))["totalCount"] == 0:
            time.sleep(0.05)
        host.stop()
        file = next((host.folder / "data").glob("*.sqlite"))
        fill(file, "few", 40)
        fill(file, "many", HELD)
        host.start()
        host.subscribe("many")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                                                 args=["--no-sandbox"] if os.geteuid() == 0 else [])
            sizes(host, budgets, options.web_assets)
            number(browser, host, budgets, options.rounds)
            render(browser, host, budgets, options.rounds)
            click(browser, host, budgets, options.rounds)
            many(browser, host, budgets)
            shift(browser, host, budgets)
            browser.close()
    finally:
        host.stop()
        shutil.rmtree(host.folder, ignore_errors=True)
    if budgets.missed:
        sys.exit(f"budget missed: {', '.join(budgets.missed)}")


main()
