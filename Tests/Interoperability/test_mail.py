"""Our mail, handed to aiosmtpd: another project's relay, with STARTTLS and AUTH."""

import email
import email.policy
import os
import ssl
import tempfile
import unittest

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from carillon import Host
from outside import free_port

SLOTS = {
    "title": "Order {$order}",
    "body": "{$order} has left",
    "email": {
        "subject": "Ordre på vei 🚚 {$order}: takk for at du handler hos oss, vi håper å se deg igjen snart",
        "text": ["{$order} er sendt.", ".", "Hilsen"],
        "html": ["{#strong}{$order}{/strong} er sendt."],
    },
}


class Relay:
    def __init__(self):
        self.mails = []
        self.logins = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append((session, envelope))
        return "250 taken"

    def authenticate(self, server, session, envelope, mechanism, data):
        self.logins.append((mechanism, data.login, data.password))
        return AuthResult(success=data.password == b"sesame")


class MailTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        authority = trustme.CA()
        authority.cert_pem.write_to_path(os.path.join(self.folder.name, "ca.pem"))
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("localhost").configure_cert(self.context)
        self.relay = Relay()
        self.controller = None
        self.host = None

    def tearDown(self):
        if self.host:
            self.host.stop()
        if self.controller:
            self.controller.stop()
        self.folder.cleanup()

    def start(self, security, password="sesame"):
        options = {"authenticator": self.relay.authenticate, "auth_required": True, "enable_SMTPUTF8": True}
        if security == "starttls":
            options |= {"tls_context": self.context, "require_starttls": True}
        else:
            options |= {"ssl_context": self.context, "auth_require_tls": False}
        port = free_port()
        self.controller = Controller(self.relay, hostname="127.0.0.1", port=port, ready_timeout=20, **options)
        self.controller.start()
        settings = {
            "host": "mail.shop.example", "port": 2525, "security": security, "username": "shop",
            "password": {"$secret": "mail-password"}, "from": "Bjørn & co. <no-reply@shop.example>",
        }
        arguments = [
            "--egress-map", f"smtp://mail.shop.example:2525=smtp://localhost:{port}",
            "--egress-ca", os.path.join(self.folder.name, "ca.pem"),
        ]
        self.host = Host({"email": {"use": "smtp", "settings": settings}}, {"mail-password": password}, arguments, SLOTS)

    def check(self):
        deliveries = self.host.post("A-1")
        self.assertEqual([delivery["status"] for delivery in deliveries], ["delivered"])
        (session, envelope), = self.relay.mails
        self.assertEqual(self.relay.logins[0][1:], (b"shop", b"sesame"))
        self.assertEqual(envelope.mail_from, "no-reply@shop.example")
        self.assertEqual(envelope.rcpt_tos, ["ada@customers.example"])
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.assertEqual(mail.defects, [])
        subject = str(mail["subject"]).replace("\u2068", "").replace("\u2069", "")
        self.assertEqual(subject, SLOTS["email"]["subject"].replace("{$order}", "A-1"))
        self.assertIn("Bjørn & co.", str(mail["from"]))
        self.assertEqual(mail.get_content_type(), "multipart/alternative")
        text, html = [part.get_content() for part in mail.iter_parts()]
        self.assertEqual(text.replace("\u2068", "").replace("\u2069", "").splitlines(), ["A-1 er sendt.", ".", "Hilsen"])
        self.assertIn("<strong>", html)
        for line in envelope.original_content.split(b"\r\n"):
            self.assertLessEqual(len(line), 998)

    def test_mail_arrives_after_STARTTLS_and_AUTH(self):
        self.start("starttls")
        self.check()

    def test_mail_arrives_over_TLS_from_the_first_byte(self):
        self.start("tls")
        self.check()


if __name__ == "__main__":
    unittest.main()
