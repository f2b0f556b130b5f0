"""Tabs as a reader has them: those behind another are hidden, and may be frozen.

Playwright keeps every page visible, so these are the browser's own tabs in a window that Playwright knows nothing of.
"""

import json
import time

from case import browser


class Window:
    """A window of a profile of its own; the tab that was opened or shown last is in front."""

    def __init__(self):
        self.root = browser.new_browser_cdp_session()
        self.profile = self.root.send("Target.createBrowserContext")["browserContextId"]
        self.answers, self.asked = {}, 0
        self.root.on("Target.receivedMessageFromTarget", self.hear)

    def hear(self, event):
        answer = json.loads(event["message"])
        if "id" in answer:
            self.answers[answer["id"]] = answer

    def open(self, url):
        target = self.root.send("Target.createTarget", {"url": url, "browserContextId": self.profile})["targetId"]
        return Tab(self, target, self.root.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"])

    def close(self):
        self.root.send("Target.disposeBrowserContext", {"browserContextId": self.profile})
        self.root.detach()


class Tab:
    def __init__(self, window, target, session):
        self.window, self.target, self.session = window, target, session

    def call(self, method, **params):
        window = self.window
        window.asked += 1
        message = {"id": window.asked, "method": method, "params": params}
        window.root.send("Target.sendMessageToTarget", {"sessionId": self.session, "message": json.dumps(message)})
        end = time.monotonic() + 15
        while message["id"] not in window.answers:
            if time.monotonic() > end:
                raise AssertionError(f"{method} was never answered")
            window.root.send("Target.getTargetInfo", {"targetId": self.target})  # Answers come while something is asked.
        return window.answers.pop(message["id"])["result"]

    def evaluate(self, source):
        outcome = self.call("Runtime.evaluate", expression=source, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in outcome:
            raise AssertionError(outcome["exceptionDetails"])
        return outcome["result"].get("value")

    @property
    def is_hidden(self):
        return self.evaluate("document.hidden")

    @property
    def number(self):
        """Of unread notifications, as the bell's element has it; None before there is one."""
        return self.evaluate("document.querySelector('carillon-inbox')?.unreadCount ?? null")

    def show(self):
        self.window.root.send("Target.activateTarget", {"targetId": self.target})

    def freeze(self):
        self.call("Page.setWebLifecycleState", state="frozen")

    def thaw(self):
        self.call("Page.setWebLifecycleState", state="active")

    def close(self):
        self.window.root.send("Target.closeTarget", {"targetId": self.target})
