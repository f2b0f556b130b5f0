"""Waiting for what can't be waited for by an event; nothing here starts a browser."""

import time

# For a worker: counts in `drawn` what it has shown. Asking the browser earlier isn't only useless: Chromium forgets a notification
# that it has written down and not yet drawn when it is asked for a list at that moment.
COUNT_DRAWN = """() => {
    self.drawn = 0;
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
        await show.apply(this, given);
        self.drawn += 1;
    };
}"""


def eventually(what, wanted=True, seconds=15):
    """Waits for what the host sees; the browser's own state is waited for by `expect`."""
    end = time.monotonic() + seconds
    while (got := what()) != wanted:
        if time.monotonic() > end:
            raise AssertionError(f"{got!r} never became {wanted!r}")
        time.sleep(0.02)
