"""A host of one process that speaks the inbox's contract, and can be told to misbehave."""

import base64
import json
import queue
import re
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

HERE = Path(__file__).parent
ASSETS = HERE.parent.parent / "Sources/CarillonWeb/Assets"
WORDS = json.loads((HERE / "words.json").read_text())
OSLO = ZoneInfo("Europe/Oslo")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
    "require-trusted-types-for 'script'; trusted-types carillon; report-uri /csp-report"
)
CATEGORIES = {
    "transaction_complete": ("Overføringer", "ArrowUpRight", "#0B6E35", "#F0FDF4"),
    "qr_payment": ("QR-betalinger", "ScanLine", "#D4A017", "#FEF3C7"),
    "security": ("Sikkerhet", "Smartphone", "#3B82F6", "#EFF6FF"),
    "rate_update": ("Valutakurser", "TrendingUp", "#D4A017", "#FEF3C7"),
    "system": ("System", "Bell", "#6B7280", "#F3F4F6"),
    "promotional": ("Tilbud", None, "#6B7280", "#F3F4F6"),
}
# Type, title, body, age, read, priority: what remittance's table shows.
SEED = [
    ("transaction_complete", "Overføring til Mama Jasmina fullført", "2 000 kr sendt til Serbia", 0, False, "normal"),
    ("qr_payment", "QR-betaling hos Ahmetov Kebab", "129 kr betalt", 0, True, "normal"),
    ("security", "Ny pålogging fra iPhone", "Oslo, Norge", 1, False, "high"),
    ("rate_update", "Valutakurs oppdatert", "1 NOK = 11.70 RSD", 1, True, "low"),
    ("system", "Systemoppdatering", "Drop er oppdatert til v0.2.0", 7, True, "low"),
    ("promotional", "Nytt tilbud", "0% gebyr denne uken!", 7, True, "low"),
]
ARABIC = {
    "Overføring til Mama Jasmina fullført": ("اكتمل التحويل إلى ياسمينا", "تم إرسال 2000 كرونة إلى صربيا"),
    "QR-betaling hos Ahmetov Kebab": ("دفع برمز الاستجابة لدى أحمدوف", "تم دفع 129 كرونة"),
    "Ny pålogging fra iPhone": ("تسجيل دخول جديد من iPhone", "أوسلو، النرويج"),
}


def token(user="demo", ttl=3600, **claims):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'none'})}.{part({'sub': user, 'exp': int(time.time() + ttl), **claims})}.x"


def user_of(header):
    try:
        body = header.split()[1].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except (AttributeError, IndexError, ValueError):
        return None
    return claims["sub"] if claims["exp"] > time.time() else None


class Reader:
    """What one reader has: items, and a journal of events with ids."""

    def __init__(self):
        self.items, self.journal, self.streams = [], [], []

    @property
    def unread(self):
        return sum(not item["isRead"] for item in self.items)

    @property
    def position(self):
        return f"e{len(self.journal)}"


class Host:
    """Every test begins with `reset()`; everything public may be changed while it serves."""

    def __init__(self):
        host = self

        class Handler(Requests):
            world = host

        self.lock = threading.RLock()
        self.reset()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reset(self):
        with self.lock:
            for reader in getattr(self, "readers", {}).values():
                for stream in reader.streams:
                    stream.put(None)
            self.readers = {}
            self.now = lambda: datetime.now(timezone.utc)
            self.violations, self.requests, self.sessions = [], [], {}
            self.codes = {}
            self.answers = {}  # (method, path) -> status, or a function that gives one
            self.delays = {}  # (method, path) -> seconds, or a function
            self.refused = set()  # tokens
            self.drip = 0  # bytes in one write
            self.cut_at = None  # closes a stream after so many bytes
            self.origins = ["https://getdrop.no"]
            self.preferences = []
            self.theme = {"accent": "#0B6E35"}
            self.opened = 0
            self.hides_words = False
            self.kept = False  # documents may be kept by the browser, for "back"
            self.token_origins = [getattr(self, "origin", "")]
            self.frames = "'self'"  # who may frame the page
            self.tokens = 0

    def reader(self, user="demo"):
        return self.readers.setdefault(user, Reader())

    def item(self, category="system", title="Hei", body="", days=0, read=False, priority="normal", **more):
        name, icon, color, background = CATEGORIES.get(category, (None,) * 4)
        with self.lock:
            self.serial = getattr(self, "serial", 0) + 1
            made = self.now().astimezone(OSLO).replace(second=0) - timedelta(days=days, seconds=0)
            made = made.replace(hour=14, minute=32) if days == 0 else made.replace(hour=18, minute=45) if days == 1 else made.replace(hour=9, minute=0)
            return {
                "id": f"noti_{self.serial:016x}", "userId": "demo", "type": category, "category": category, "priority": priority,
                "title": title, "body": body, "icon": icon, "color": color, "background": background, "isRead": read,
                "createdAt": made.astimezone(timezone.utc).isoformat().replace("+00:00", "Z"), "made": made.isoformat(), **more,
            }

    def seed(self, items=SEED, user="demo"):
        self.reader(user).items = [self.item(*item) for item in items]
        for item in self.reader(user).items:
            if item["category"] == "transaction_complete":
                item["deepLink"] = {"web": "https://getdrop.no/transactions?id=tx_rem_1", "app": "drop://transactions/tx_rem_1"}
        return self

    def many(self, unread, read=0, user="demo"):
        self.reader(user).items = [self.item(title=f"Varsel {n}", read=n >= unread) for n in range(unread + read)]
        return self

    def shown(self, item, locale):
        """The item as the contract shows it: with its day and the three ways to put its time."""
        made = datetime.fromisoformat(item["made"])
        clock, arabic = made.strftime("%H:%M"), locale == "ar"
        months = "januar februar mars april mai juni juli august september oktober november desember".split()
        title, body = ARABIC.get(item["title"], (item["title"], item["body"])) if arabic else (item["title"], item["body"])
        return {
            **item, "title": title, "body": body, "day": made.strftime("%Y-%m-%d"),
            "dayLabel": f"{made.day}. {months[made.month - 1]} {made.year}" if not arabic else made.strftime("%Y/%m/%d"),
            "times": {
                "today": f"اليوم {clock}" if arabic else f"I dag kl. {clock}",
                "yesterday": f"أمس {clock}" if arabic else f"I går kl. {clock}",
                "date": made.strftime("%Y/%m/%d") if arabic else f"{made:%d.%m.%Y} kl. {clock}",
            },
            "lang": item.get("lang", "ar" if title != item["title"] else "nb"), "dir": item.get("dir", "rtl" if title != item["title"] else "ltr"),
        }

    def emit(self, name, data, user="demo"):
        with self.lock:
            reader = self.reader(user)
            reader.journal.append((name, data))
            for stream in reader.streams:
                stream.put((f"e{len(reader.journal)}", name, data))

    def push(self, user="demo", **item):
        with self.lock:
            made = self.item(**item)
            self.reader(user).items.insert(0, made)
            self.emit("notification", made, user)
            self.badge(user)
            return made["id"]

    def badge(self, user="demo"):
        self.emit("badge", {"unreadCount": self.reader(user).unread}, user)

    def mark(self, ids, read=True, user="demo", every=False):
        with self.lock:
            reader = self.reader(user)
            before = reader.position
            done = [item for item in reader.items if (every or item["id"] in ids) and item["isRead"] != read]
            for item in done:
                item["isRead"] = read
            marked = {"all": True, "before": before} if every else {"ids": [item["id"] for item in done]}
            if done:
                self.emit("read", {**marked, "isRead": read}, user)
                self.badge(user)

    def tell_all(self, event, user="demo"):
        """Puts something into the open streams that the journal doesn't know: `end`, or None to cut them."""
        with self.lock:
            for stream in self.reader(user).streams:
                stream.put(event)

    def end(self, reason, user="demo"):
        self.tell_all((None, "end", {"reason": reason, "message": reason}), user)

    def cut(self, user="demo"):
        self.tell_all(None, user)

    @property
    def open_streams(self):
        with self.lock:
            return sum(len(reader.streams) for reader in self.readers.values())

    def count(self, method, path):
        return sum(1 for request in list(self.requests) if request[:2] == (method, path))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        """Browsers hang up whenever they like."""


class Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world = None

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="application/json; charset=utf-8", **headers):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in {"Cache_Control": "no-store", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, code="problem"):
        self.answer(status, {"type": code, "title": code, "status": status})

    def handle_any(self):
        try:
            self.route()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

    def route(self):
        world, url = self.world, urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(url.query).items()}
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        if url.path == "/csp-report":
            world.violations.append(json.loads(raw))
            return self.answer(204)
        if url.path.startswith("/v1/assets/"):
            return self.file(ASSETS / url.path.rsplit("/", 1)[1])
        if url.path.startswith(("/gallery", "/frame", "/broken")):
            return self.file(HERE / url.path[1:])
        if url.path == "/token":
            world.tokens += 1
            return self.answer(200, token(self.query.get("user", "demo"), int(self.query.get("ttl", 3600)), n=world.tokens).encode(), "text/plain")
        if url.path == "/remittance/notifications":
            return self.page()
        if not url.path.startswith("/v1/remittance/"):
            return self.problem(404)
        path = url.path.removeprefix("/v1/remittance/")
        self.body = json.loads(raw) if raw else None
        world.requests.append((self.command, path, self.query, self.body, dict(self.headers)))
        call = (self.command, path)
        delay = world.delays.get(call, 0)
        snapshot = None
        if call == ("GET", "notifications") and delay:
            snapshot = self.list(self.caller())  # Read early, answered late.
        time.sleep(delay() if callable(delay) else delay)
        planned = world.answers.get(call)
        status = planned() if callable(planned) else planned
        if status == "drop":
            self.close_connection = True
            return self.connection.close()
        if status:
            return self.problem(status)
        if path == "inbox-words":
            return self.words()
        if path == "inbox/session":
            return self.session()
        user = self.caller()
        if not user:
            return self.problem(401, "unauthorized")
        if call == ("GET", "stream"):
            return self.stream(user)
        if call == ("GET", "notifications"):
            return self.answer(200, snapshot or self.list(user))
        if call == ("PATCH", "notifications"):
            world.mark(self.body.get("ids", []), self.body["read"], user, self.body.get("all", False))
            return self.answer(200, {"unreadCount": world.reader(user).unread})
        return self.problem(404)

    def caller(self):
        header = self.headers.get("Authorization")
        if header:
            return None if header.split()[-1] in self.world.refused else user_of(header)
        cookie = re.search(r"carillon-remittance=(\w+)", self.headers.get("Cookie") or "")
        return cookie and self.world.sessions.get(cookie[1])

    def file(self, path):
        kinds = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
        if not path.is_file():
            return self.problem(404)
        headers = {"Cache_Control": "no-cache"} if self.world.kept else {}
        policy = POLICY if path.name != "frame.html" else POLICY + f"; frame-src {self.world.origin}"
        self.answer(200, path.read_bytes(), f"{kinds[path.suffix]}; charset=utf-8", Content_Security_Policy=policy, X_Content_Type_Options="nosniff", **headers)

    def page(self):
        locale = self.query.get("lang", "nb")
        html = (
            f'<!doctype html><html lang="{locale}" dir="{"rtl" if locale == "ar" else "ltr"}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Varsler</title>'
            '<link rel="stylesheet" href="/v1/assets/page.css"><script type="module" src="/v1/assets/page.js"></script></head>'
            '<body><carillon-inbox view="page" tenant="remittance" base="" order="priority" auto-read="open"'
            f' token-origins="{" ".join(self.world.token_origins)}"></carillon-inbox></body></html>'
        )
        policy = POLICY.replace("frame-ancestors 'self'", f"frame-ancestors {self.world.frames}")
        self.answer(200, html.encode(), "text/html; charset=utf-8", Content_Security_Policy=policy, Referrer_Policy="no-referrer")

    def words(self):
        locale = self.query.get("locale", "nb").split("-")[0]
        locale = locale if locale in WORDS else "nb"
        world = self.world
        categories = {
            key: {"name": name, "color": color, "background": background, **({"icon": icon} if icon else {})}
            for key, (name, icon, color, background) in CATEGORIES.items()
        }
        self.answer(200, {
            "tenant": "remittance", "locale": locale, "dir": "rtl" if locale == "ar" else "ltr", "timeZone": "Europe/Oslo",
            "words": WORDS[locale], "categories": categories, "preferences": world.preferences, "origins": world.origins,
            "inbox": {"order": "priority", "autoRead": "open", "bellHref": "/remittance/notifications", "theme": world.theme, "imageOrigins": []},
            "push": None,
        })

    def session(self):
        world = self.world
        if self.command == "POST":
            user = world.codes.pop(self.body["code"], None)
            if not user:
                return self.problem(410, "code-used")
            key = f"s{len(world.sessions)}{time.time_ns()}"
            world.sessions[key] = user
            return self.answer(204, Set_Cookie=f"carillon-remittance={key}; Path=/; HttpOnly; SameSite=Lax")
        user = self.caller()
        if self.command == "DELETE" or not user:
            return self.answer(204) if user else self.problem(401)
        self.answer(200, {"userId": user, "expiresAt": "2030-01-01T00:00:00Z"})

    def list(self, user):
        world, locale = self.world, self.query.get("locale", "nb")
        with world.lock:
            reader = world.reader(user)
            items = reader.items
            if self.query.get("unread"):
                items = [item for item in items if not item["isRead"]]
            if self.query.get("category"):
                items = [item for item in items if item["category"] in self.query["category"].split(",")]
            if self.query.get("order") == "priority":
                items = sorted(items, key=lambda item: not (item["priority"] == "high" and not item["isRead"]))
            start, limit = int(self.query.get("cursor", 0)), int(self.query.get("limit", 20))
            more = start + limit < len(items)
            return {
                "items": [world.shown(item, locale) for item in items[start : start + limit]], "unreadCount": reader.unread,
                "hasMore": more, **({"nextCursor": str(start + limit)} if more else {}), "position": reader.position,
                "zone": "Europe/Oslo", "now": world.now().isoformat().replace("+00:00", "Z"),
            }

    def stream(self, user):
        world, own, locale = self.world, queue.Queue(), self.query.get("locale", "nb")
        self.close_connection = True
        with world.lock:
            reader = world.reader(user)
            last = self.headers.get("Last-Event-ID")
            if last:
                for number, (name, data) in list(enumerate(reader.journal, 1))[int(last[1:]) :]:
                    own.put((f"e{number}", name, data))
            own.put((reader.position, "badge", {"unreadCount": reader.unread}))
            reader.streams.append(own)
            world.opened += 1
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        sent = 0
        try:
            self.wfile.write(b"retry: 200\n\n")
            while True:
                try:
                    event = own.get(timeout=1)
                except queue.Empty:
                    self.wfile.write(b": still here\n\n")
                    continue
                if event is None:
                    return
                key, name, data = event
                data = world.shown(data, locale) if name == "notification" else data
                text = f"event: {name}\n{f'id: {key}' + chr(10) if key else ''}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
                for at in range(0, len(text), world.drip or len(text)):
                    if world.cut_at is not None and sent >= world.cut_at:
                        return
                    piece = text[at : at + (world.drip or len(text))]
                    self.wfile.write(piece)
                    self.wfile.flush()
                    sent += len(piece)
                if name == "end":
                    return
        finally:
            with world.lock:
                if own in reader.streams:
                    reader.streams.remove(own)


if __name__ == "__main__":
    host = Host()
    host.seed()
    host.codes["demo"] = "demo"
    print(f"{host.origin}/remittance/notifications#code=demo\n{host.origin}/gallery.html", flush=True)
    while True:
        time.sleep(3600)
