"""Takes events like a host that has its troubles: the first try of each is answered 503 or 429, and one is refused for good.

Prints its port, then a line for each event that it took, with the tenant, the headers that matter and the body.
"""

import http.server
import json
import re
import sys


class Receiver(http.server.BaseHTTPRequestHandler):
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        tenant = re.fullmatch("/v1/([a-z]+)/events", self.path).group(1)
        event = json.loads(body)
        first = (tenant, event["id"]) not in self.seen
        self.seen.add((tenant, event["id"]))
        status = (429 if len(self.seen) % 2 else 503) if first else 422 if event["id"] == "string.main" else 202
        if status == 202:
            keys = [f"{name.lower()}={value}" for name, value in sorted(self.headers.items()) if value.endswith("key")]
            print(tenant, self.headers["Content-Type"], *keys, body, flush=True)
        answer = json.dumps({"status": status}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        if status == 429:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_address[1], file=sys.stderr, flush=True)
server.serve_forever()
