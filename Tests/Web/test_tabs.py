"""Which tab has the stream, while tabs are hidden, frozen and closed."""

import unittest

from case import Case, host
from tabs import Window
from waiting import eventually


class HandOver(Case):
    def setUp(self):
        super().setUp()
        host.many(unread=3)
        self.window = Window()
        self.addCleanup(self.window.close)

    def open(self):
        tab = self.window.open(f"{host.origin}/gallery.html?view=bell")
        eventually(lambda: tab.number, 3)
        return tab

    def news_reaches(self, *tabs):
        host.push(title="Nytt")
        for tab in tabs:
            eventually(lambda: tab.number, host.reader().unread)

    def test_a_hidden_leader_gives_way_to_a_tab_that_is_seen(self):
        behind = self.open()
        eventually(lambda: host.open_streams, 1)
        front = self.open()
        eventually(lambda: behind.is_hidden, True)
        # The one in front opened the second stream, and the other ended the first.
        eventually(lambda: (host.opened, host.open_streams), (2, 1))
        self.news_reaches(front, behind)
        self.assertEqual(host.opened, 2)

    def test_who_comes_back_to_the_front_takes_the_stream_along(self):
        first, second = self.open(), self.open()
        eventually(lambda: (host.opened, host.open_streams), (2, 1))
        first.show()
        eventually(lambda: (host.opened, host.open_streams), (3, 1))
        self.news_reaches(first, second)

    def test_a_hidden_tab_that_is_alone_keeps_its_stream(self):
        tab = self.open()
        other = self.window.open("about:blank")
        eventually(lambda: tab.is_hidden, True)
        self.news_reaches(tab)
        self.assertEqual((host.opened, host.open_streams), (1, 1))
        other.close()

    def test_a_leader_that_is_closed_is_followed(self):
        behind, front = self.open(), self.open()
        eventually(lambda: (host.opened, host.open_streams), (2, 1))
        front.close()
        eventually(lambda: (host.opened, host.open_streams), (3, 1))
        self.news_reaches(behind)

    def test_a_frozen_leader_keeps_nobody_waiting(self):
        asleep = self.open()
        eventually(lambda: host.open_streams, 1)
        other = self.window.open("about:blank")
        eventually(lambda: asleep.is_hidden, True)
        asleep.freeze()
        front = self.open()
        self.news_reaches(front)
        other.close()
        # What it missed is told when it wakes.
        asleep.thaw()
        asleep.show()
        eventually(lambda: asleep.number, host.reader().unread)
        self.news_reaches(asleep, front)
        eventually(lambda: host.open_streams, 1)


if __name__ == "__main__":
    unittest.main()
