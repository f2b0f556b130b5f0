"""Our web pushes and webhooks, read with other projects' programs."""

import http.server
import json
import os
import queue
import threading
import unittest

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from standardwebhooks import Webhook

from carillon import Host
from outside import url_base64

SLOTS = {"title": "Order", "body": "{$order} – sendt 🚚"}
HOOK_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="


class Receiver:
    """An HTTP server that keeps what it gets."""

    def __init__(self, status):
        received = self.received = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                received.put((self.path, dict(self.headers.items()), body))
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def point(key):
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


class WebTest(unittest.TestCase):
    def test_http_ece_decrypts_a_push_and_py_vapid_believes_its_sender(self):
        receiver = Receiver(201)
        browser = ec.generate_private_key(ec.SECP256R1())
        secret = os.urandom(16)
        sender = ec.generate_private_key(ec.SECP256R1())
        pem = sender.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()
        settings = {
            "publicKey": url_base64(point(sender)), "privateKey": {"$secret": "vapid-key"},
            "subject": "mailto:push@shop.example",
        }
        host = Host(
            {"browser": {"use": "web-push", "settings": settings}},
            {"vapid-key": pem},
            ["--egress-map", f"https://push.example.net=http://127.0.0.1:{receiver.port}"],
            SLOTS,
        )
        try:
            host.register(
                json.dumps({
                    "endpoint": "https://push.example.net/send/AbC",
                    "keys": {"p256dh": url_base64(point(browser)), "auth": url_base64(secret)},
                }),
                "web-push",
            )
            self.assertEqual([delivery["status"] for delivery in host.post("A-1")], ["delivered"])
            path, headers, body = receiver.received.get(timeout=20)
            headers = {name.lower(): value for name, value in headers.items()}
            self.assertEqual(path, "/send/AbC")
            self.assertEqual(headers["content-encoding"], "aes128gcm")
            self.assertTrue(headers["ttl"].isdigit())
            text = http_ece.decrypt(body, private_key=browser, auth_secret=secret, version="aes128gcm")
            self.assertIn("sendt 🚚", json.dumps(json.loads(text), ensure_ascii=False))
            # It reads no white space behind the comma, which RFC 9110 (section 11.4) allows.
            self.assertTrue(Vapid02.verify(headers["authorization"].replace(", ", ",")))
        finally:
            host.stop()
            receiver.stop()

    def test_standardwebhooks_believes_a_webhook_and_not_a_forged_one(self):
        receiver = Receiver(204)
        settings = {"url": "https://hooks.shop.example/orders", "secret": {"$secret": "hook-secret"}}
        host = Host(
            {"hook": {"use": "webhook", "settings": settings}},
            {"hook-secret": HOOK_SECRET},
            ["--egress-map", f"https://hooks.shop.example=http://127.0.0.1:{receiver.port}"],
            SLOTS,
        )
        try:
            self.assertEqual([delivery["status"] for delivery in host.post("A-1")], ["delivered"])
            path, headers, body = receiver.received.get(timeout=20)
            headers = {name.lower(): value for name, value in headers.items()}
            self.assertEqual(path, "/orders")
            self.assertIn("type", Webhook(HOOK_SECRET).verify(body.decode(), headers))
            with self.assertRaises(Exception):
                Webhook(HOOK_SECRET).verify(body.decode() + " ", headers)
        finally:
            host.stop()
            receiver.stop()


if __name__ == "__main__":
    unittest.main()
