import os
import random
import re
import threading
import time

from case import Case, expect, host
from waiting import eventually


def number(page):
    return page.locator("carillon-inbox").evaluate("e => e.unreadCount")


class Stream(Case):
    def setUp(self):
        super().setUp()
        host.many(unread=2)

    def ready(self, page, unread=2):
        expect(self.bell(page)).to_have_attribute("aria-label", re.compile(f"^{unread or 'Ingen'} "))
        eventually(lambda: host.open_streams, 1)

    def test_the_stream_is_asked_for_before_the_list(self):
        page = self.gallery(view="bell")
        self.ready(page)
        expect(self.cards(page)).to_have_count(2)
        paths = [path for _, path, *_ in host.requests]
        self.assertLess(paths.index("stream"), paths.index("notifications"))

    def test_a_stream_in_single_bytes(self):
        host.drip = 1
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        host.push(title="Bokstav for bokstav: æøå 🎉")
        expect(self.cards(page)).to_have_count(3)
        expect(page.get_by_text("Bokstav for bokstav: æøå 🎉")).to_be_visible()

    def test_a_cut_anywhere_loses_nothing_and_doubles_nothing(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        for at in (1, 20, 60, 300, 500):
            host.cut_at = None
            host.cut()
            host.cut_at = at
            count, before = len(host.reader().items), host.opened
            host.push(title=f"Kuttet ved {at}")
            eventually(lambda: host.opened > before)
            host.cut_at = None
            host.cut()
            expect(self.cards(page)).to_have_count(count + 1, timeout=9000)
        eventually(lambda: number(page), 7)

    def test_ends(self):
        page = self.gallery(view="bell")
        self.ready(page)
        for reason in ("token-expired", "shutdown", "slow-reader", "reloaded"):
            before, words = host.opened, host.count("GET", "inbox-words")
            host.end(reason)
            eventually(lambda: host.opened, before + 1)
            self.assertEqual(self.last("stream")["Last-Event-ID"], host.reader().position if host.reader().journal else "e0")
            if reason == "reloaded":
                eventually(lambda: host.count("GET", "inbox-words"), words + 1)
        expect(page.locator("carillon-inbox")).to_have_attribute("data-tokens", "2 refreshed")

    def last(self, path):
        return [headers for _, asked, _, _, headers in host.requests if asked == path][-1]

    def test_removed_and_erased_end_for_good(self):
        for reason in ("removed", "erased"):
            page = self.page()
            page.clock.install()
            self.gallery(page, view="panel")
            expect(self.cards(page)).to_have_count(2)
            before = host.opened
            host.end(reason)
            expect(page.locator("[part=error]").last).to_contain_text("Kunne ikke hente varsler")
            expect(self.cards(page)).to_have_count(0)
            page.clock.fast_forward(120_000)
            page.evaluate("fetch('/token')")  # Comes after whatever was asked before it.
            self.assertEqual(host.opened, before)
            page.close()

    def test_reset_reads_the_list_anew(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        host.reader().items.insert(0, host.item(title="Fra sikkerhetskopien"))
        host.emit("reset", {})
        expect(self.cards(page)).to_have_count(3)

    def test_401_renews_once_and_a_second_one_signs_out(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        for headers in [headers for *_, headers in host.requests]:
            if "Authorization" in headers:
                host.refused.add(headers["Authorization"].split()[-1])
        page.get_by_role("button", name="Merk som lest").first.click()
        eventually(lambda: host.reader().unread, 1)
        expect(page.locator("carillon-inbox")).to_have_attribute("data-tokens", "2 refreshed")
        host.answers["PATCH", "notifications"] = 401
        page.get_by_role("button", name="Merk som lest").first.click()
        expect(page.get_by_text("Logg inn for å se varslene dine")).to_be_visible()
        expect(self.cards(page)).to_have_count(0)
        expect(page.locator("carillon-inbox")).to_have_attribute("data-tokens", "3 refreshed")
        eventually(lambda: host.open_streams, 0)
        host.answers.clear()
        page.locator("carillon-inbox").evaluate("e => e.refresh()")
        expect(self.cards(page)).to_have_count(2)

    def test_another_readers_token_drops_what_was_held(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        host.reader("other").items = [host.item(title="En annens")]
        host.delays["GET", "notifications"] = 1
        page.locator("carillon-inbox").evaluate("e => { e.dataset.user = 'other'; const ask = e.getToken; e.getToken = (o) => ask(o); }")
        expect(self.cards(page)).to_have_count(0, timeout=800)
        expect(page.locator("[part=card-title] bdi")).to_have_text(["En annens"])

    def test_a_late_list_overwrites_no_newer_number_and_no_mark(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        asked, may_answer = threading.Event(), threading.Event()
        # The host has read the list by then.
        host.delays["GET", "notifications"] = lambda: asked.set() or may_answer.wait(15) and 0
        page.locator("carillon-inbox").evaluate("e => { e.refresh(); }")
        asked.wait(15)
        host.mark([host.reader().items[0]["id"]])
        expect(page.locator("li.unread")).to_have_count(1)
        may_answer.set()
        expect(page.locator("[part=list]")).not_to_have_attribute("aria-busy", "true")
        expect(page.locator("li.unread")).to_have_count(1)
        eventually(lambda: number(page), 1)

    def test_marks_made_offline_are_kept_and_sent(self):
        context = self.context()
        page = self.page(context)
        page.clock.install()
        self.gallery(page, view="panel")
        expect(self.cards(page)).to_have_count(2)
        context.set_offline(True)
        expect(page.locator("[part=error]")).to_have_text("Du er frakoblet. Listen kan være utdatert.")
        page.get_by_role("button", name="Merk som lest").first.click()
        self.assertEqual(number(page), 1)
        page.clock.run_for(1000)
        self.assertEqual(host.reader().unread, 2)
        context.set_offline(False)
        eventually(lambda: host.reader().unread, 1)
        host.push(title="Etterpå")
        expect(self.cards(page)).to_have_count(3, timeout=9000)
        expect(page.locator("[part=error]")).to_be_hidden()
        eventually(lambda: number(page), 2)

    def test_an_error_offers_another_try(self):
        host.answers["GET", "notifications"] = 500
        page = self.gallery(view="panel")
        expect(page.get_by_text("Kunne ikke hente varsler")).to_be_visible()
        host.answers.clear()
        page.get_by_role("button", name="Prøv igjen").click()
        expect(self.cards(page)).to_have_count(2)

    def test_back_brings_the_stream_back(self):
        page = self.gallery(view="bell")
        self.ready(page)
        page.goto(f"{host.origin}/gallery.html?view=panel&user=other")
        expect(page.get_by_text("Ingen varsler ennå")).to_be_visible()
        page.go_back()
        self.ready(page)
        host.push(title="Ny")
        expect(self.bell(page)).to_have_attribute("aria-label", "3 uleste varsler")


class Tabs(Case):
    def setUp(self):
        super().setUp()
        host.many(unread=3)
        self.window = self.context()

    def open(self, count, **attributes):
        return [self.gallery(self.page(self.window), view="panel", **attributes) for _ in range(count)]

    def all_show(self, pages, cards, unread):
        for page in pages:
            expect(self.cards(page)).to_have_count(cards, timeout=9000)
            eventually(lambda: number(page), unread)

    def test_two_tabs_one_stream(self):
        pages = self.open(2)
        self.all_show(pages, 3, 3)
        self.assertEqual((host.open_streams, host.opened), (1, 1))
        host.push(title="Til begge")
        self.all_show(pages, 4, 4)
        host.end("shutdown")
        host.push(title="Mens strømmen var borte")
        self.all_show(pages, 5, 5)
        eventually(lambda: (host.open_streams, host.opened), (1, 2))

    def test_six_tabs_one_stream(self):
        pages = self.open(6)
        self.all_show(pages, 3, 3)
        self.assertEqual((host.open_streams, host.opened), (1, 1))
        host.push(title="Til alle")
        self.all_show(pages, 4, 4)
        pages[3].get_by_role("button", name="Merk som lest").first.click()
        self.all_show(pages, 4, 3)
        pages[4].get_by_role("button", name="Merk alle som lest").click()
        self.all_show(pages, 4, 0)

    def test_when_the_leader_goes_another_continues(self):
        pages = self.open(3)
        # What came through the stream, all tabs have seen, and so its id.
        host.push(title="Før lederen går")
        self.all_show(pages, 4, 4)
        leader = pages.pop(0)
        leader.close()
        eventually(lambda: host.opened, 2)
        self.assertIn("Last-Event-ID", [headers for _, path, _, _, headers in host.requests if path == "stream"][-1])
        host.push(title="Etter lederen")
        self.all_show(pages, 5, 5)
        # Whose stream the closed tab had is seen by the host once it writes to it.
        eventually(lambda: (host.open_streams, host.opened), (1, 2))

    def test_signing_out_in_one_tab_signs_out_all(self):
        pages = self.open(2)
        self.all_show(pages, 3, 3)
        pages[1].locator("carillon-inbox").evaluate("e => e.signOut()")
        for page in pages:
            expect(page.get_by_text("Logg inn for å se varslene dine")).to_be_visible()
        eventually(lambda: host.open_streams, 0)

    def test_numbers_agree_after_a_random_walk(self):
        seed = int(os.environ.get("SEED", random.randrange(10**6)))
        print(f"SEED={seed}")
        chance = random.Random(seed)
        pages = self.open(3, page_size=100)
        self.all_show(pages, 3, 3)
        script = "(e, [id, read]) => { e.mark([id], read); }"
        for _ in range(500):
            items = host.reader().items
            step = chance.random()
            if step < 0.15 and len(items) < 60:
                host.push(title=f"Varsel {len(items)}")
            elif step < 0.3:
                host.mark([chance.choice(items)["id"]], chance.random() < 0.6)
            elif step < 0.32:
                host.cut()
            elif step < 0.34:
                host.delays["PATCH", "notifications"] = chance.random() / 20
            elif step < 0.36:
                chance.choice(pages).locator("carillon-inbox").evaluate("e => { e.refresh(); }")
            elif step < 0.37:
                chance.choice(pages).locator("carillon-inbox").evaluate("e => { e.markAll(); }")
            else:
                chance.choice(pages).locator("carillon-inbox").evaluate(script, [chance.choice(items)["id"], chance.random() < 0.6])
        host.delays.clear()
        count = -1
        while count != host.count("PATCH", "notifications"):
            count = host.count("PATCH", "notifications")
            time.sleep(1.2)
        reader = host.reader()
        unread = {item["id"] for item in reader.items if not item["isRead"]}
        self.all_show(pages, len(reader.items), len(unread))
        for page in pages:
            shown = lambda: page.locator("carillon-inbox").evaluate("e => e.items.filter((i) => !i.isRead).map((i) => i.id)")
            eventually(lambda: set(shown()), unread)
