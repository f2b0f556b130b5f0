"""A host as small as the views need it, whose answers a test can change, and a browser that looks at it.

Pages have the policy that the host's own page has, and no script or style of theirs in the markup.
"""

import contextlib
import http.server
import json
import os
import pathlib
import threading
import unittest
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

assets = pathlib.Path(__file__).resolve().parents[2] / "Sources/CarillonWeb/Assets"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types carillon"
)

WORDS = {
    "nb": {
        "center.title": "Varsler",
        "inbox.settings": "Varslingsinnstillinger",
        "inbox.error": "Kunne ikke hente varsler",
        "inbox.retry": "Prøv igjen",
        "inbox.signed-out": "Logg inn for å se varslene dine",
        "inbox.saved": "Lagret",
        "inbox.not-saved": "Ble ikke lagret",
        "permission.request.title": "Få varsler i nettleseren",
        "permission.request.body": "Vi sier fra når noe skjer. Nettleseren spør deg om lov i neste steg.",
        "permission.request.action": "Slå på varsler",
        "permission.request.dismiss": "Ikke nå",
        "permission.denied-web.title": "Varsler er blokkert",
        "permission.denied-web.body": "Tillat varsler i nettleserens innstillinger for nettstedet.",
    },
    "ar": {
        "center.title": "الإشعارات",
        "inbox.settings": "إعدادات الإشعارات",
        "inbox.error": "تعذر جلب الإشعارات",
        "inbox.retry": "حاول مرة أخرى",
        "inbox.signed-out": "سجّل الدخول لعرض إشعاراتك",
        "inbox.saved": "تم الحفظ",
        "inbox.not-saved": "لم يتم الحفظ",
        "permission.request.title": "تلقَّ الإشعارات",
        "permission.request.body": "نخبرك عندما يحدث شيء ما. سيسألك المتصفح عن الإذن.",
        "permission.request.action": "تشغيل الإشعارات",
        "permission.request.dismiss": "ليس الآن",
        "permission.denied-web.title": "الإشعارات محظورة",
        "permission.denied-web.body": "اسمح بالإشعارات في إعدادات المتصفح لهذا الموقع.",
    },
}

PREFERENCES = {
    "nb": [
        ("pushEnabled", "Push-varsler", "Få beskjed på telefonen når noe skjer.", True, False),
        ("emailEnabled", "E-postvarsler", None, True, False),
        ("security", "Sikkerhet", "Kan ikke slås av.", True, True),
    ],
    "ar": [
        ("pushEnabled", "إشعارات فورية", "تصلك رسالة على هاتفك.", True, False),
        ("emailEnabled", "البريد الإلكتروني", None, True, False),
        ("security", "الأمان", "لا يمكن إيقافها.", True, True),
    ],
}

KEY = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"


class ViewHost:
    """`values` is what the host has of the switches, `refuse` what it refuses: `{"PATCH preferences": 500}`, status 0 for a cut."""

    def __init__(self):
        self.values = {"pushEnabled": True, "emailEnabled": False, "security": True}
        self.refuse = {}
        self.hold = {}
        self.requests = []
        self.devices = {}
        self.push = {"publicKey": KEY, "plugin": "web-push"}
        self.origins = ["https://app.shop.example"]
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                host.answer(self)

            do_POST = do_PATCH = do_DELETE = do_GET

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def calls(self, name):
        return [body for called, body in self.requests if called == name]

    def answer(self, request):
        url = urllib.parse.urlsplit(request.path)
        length = int(request.headers.get("Content-Length") or 0)
        body = json.loads(request.rfile.read(length)) if length else None
        path, query = url.path, dict(urllib.parse.parse_qsl(url.query))
        if path.startswith("/v1/assets/"):
            return self.send_file(request, assets / path.rpartition("/")[2])
        if path.startswith("/v1/shop/"):
            return self.send_api(request, path.removeprefix("/v1/shop/"), query, body)
        if path == "/page.js":
            script = (
                "for (const name of (new URL(document.URL).searchParams.get('views') ?? '').split(','))\n"
                "    await import(`/v1/assets/${name}.js`);\n"
                "if (!document.URL.includes('anonymous'))\n"
                "    document.querySelector('main [src]').getToken = async () => 'token';\n"
            )
            return self.send(request, 200, script.encode(), "text/javascript")
        if path == "/carillon-worker.js":
            return self.send(request, 200, b"importScripts('/v1/assets/worker.js');", "text/javascript")
        if path.startswith("/app/"):
            return self.send_page(request, query)
        self.send(request, 404, b"", "text/plain")

    def send_page(self, request, query):
        locale = query.get("locale", "nb")
        direction = "rtl" if locale == "ar" else "ltr"
        attributes = "".join(
            f' {name}="{query[name]}"' for name in ("theme", "worker", "preference", "device-id") if name in query
        )
        elements = "".join(
            f'<carillon-{view} src="/v1/shop" locale="{locale}"{attributes}></carillon-{view}>'
            for view in query["views"].split(",")
        )
        page = (
            f'<!doctype html><html lang="{locale}" dir="{direction}"><head><meta charset="utf-8"><title>Views</title>'
            '<meta name="viewport" content="width=device-width">'
            '<script type="module" src="/page.js"></script></head>'
            f"<body><main><h1>Views</h1>{elements}</main></body></html>"
        )
        self.send(request, 200, page.encode(), "text/html; charset=utf-8", {"Content-Security-Policy": POLICY})

    def send_api(self, request, path, query, body):
        name = f"{request.command} {path.partition('/')[0]}"
        if path != "inbox-words":
            self.requests.append((name, body if body is not None else urllib.parse.unquote(path.partition("/")[2])))
        if name in self.hold:
            self.hold[name].wait(10)
        refused = self.refuse.get(name)
        if refused == 0:
            request.close_connection = True
            return request.connection.close()
        if refused:
            return self.problem(request, refused)
        if path == "inbox-words":
            return self.json(request, self.words(query.get("locale", "nb")))
        if request.headers.get("Authorization") != "Bearer token":
            return self.problem(request, 401)
        if path == "preferences":
            self.values.update(body or {})
            return self.json(request, self.values)
        if name == "POST devices":
            self.devices[body["token"]] = body
            return self.json(request, {"id": "device-1", "status": "active"})
        if name == "DELETE devices":
            self.devices.pop(urllib.parse.unquote(path.partition("/")[2]), None)
            return self.json(request, {"status": "unregistered"})
        self.problem(request, 404)

    def words(self, locale):
        members = ("id", "label", "description", "default", "locked")
        return {
            "tenant": "shop",
            "locale": locale,
            "dir": "rtl" if locale == "ar" else "ltr",
            "timeZone": "Europe/Oslo",
            "words": WORDS[locale],
            "categories": {},
            "preferences": [dict(zip(members, row)) for row in PREFERENCES[locale]],
            "origins": self.origins,
            "inbox": {},
            "push": self.push,
        }

    def problem(self, request, status):
        self.json(request, {"status": status, "code": "refused", "title": "Refused"}, status)

    def json(self, request, value, status=200):
        self.send(request, status, json.dumps(value).encode(), "application/json")

    def send_file(self, request, file):
        if not file.is_file():
            return self.send(request, 404, b"", "text/plain")
        kind = "text/css" if file.suffix == ".css" else "text/javascript"
        self.send(request, 200, file.read_bytes(), f"{kind}; charset=utf-8", {"Service-Worker-Allowed": "/"})

    def send(self, request, status, body, kind, headers={}):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            request.send_response(status)
            for header, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
                request.send_header(header, value)
            request.end_headers()
            request.wfile.write(body)


class ViewTest(unittest.TestCase):
    """One browser for all tests of a class, a host and a context for each. Nothing a policy forbids may have happened at the end."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        cls.browser = cls.playwright.chromium.launch(executable_path=program, args=arguments)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.host = ViewHost()
        self.addCleanup(self.host.close)
        self.faults = []
        self.start()

    def start(self, **options):
        """A fresh context; `options` are Playwright's."""
        self.context = self.browser.new_context(base_url=self.host.origin, **options)
        self.context.set_default_timeout(5000)
        self.addCleanup(self.context.close)
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda message: "Content Security Policy" in message.text and self.faults.append(message.text),
        )
        page.add_init_script(
            "addEventListener('carillon-permission', (event) => (window.states ??= []).push(event.detail.state));"
            "addEventListener('carillon-error', (event) => (window.errors ??= []).push(event.detail.problem));"
            "document.addEventListener('securitypolicyviolation', (event) => console.error('Content Security Policy: '"
            " + event.violatedDirective));"
        )
        return page

    def tearDown(self):
        self.assertEqual(self.faults, [])

    def assert_accessible(self, forced=False):
        """No violation, and nothing that axe leaves undecided. `forced`: the system's colours, which axe takes for the page's."""
        options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
        result = Axe().run(self.page, options=options).response
        found = [
            f"{kind}: {entry['id']}: {node['html'][:120]} {node.get('failureSummary', '')}"
            for kind in ("violations", "incomplete")
            for entry in result[kind]
            if not (forced and kind == "incomplete" and entry["id"] == "color-contrast")
            for node in entry["nodes"]
        ]
        self.assertEqual(found, [])
