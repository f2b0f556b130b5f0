"""A client that sends exactly the bytes it is told to."""
import json
import queue
import subprocess
import threading


class Client:
    def __init__(self, program, *options):
        self.process = subprocess.Popen(
            [program, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.count = 0
        self.received = queue.Queue()
        self.kept = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            length = None
            while True:
                line = self.process.stdout.readline()
                if not line:
                    self.received.put(None)
                    return
                if line == b"\r\n":
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            self.received.put(json.loads(self.process.stdout.read(length)))

    @staticmethod
    def framed(message):
        content = json.dumps(message, ensure_ascii=False).encode()
        return b"Content-Length: %d\r\n\r\n" % len(content) + content

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method, parameters=None):
        self.write(self.framed({"jsonrpc": "2.0", "method": method, "params": parameters or {}}))

    def send(self, method, parameters=None):
        """Sends a request, and returns its id."""
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method}
        if parameters is not None:
            message["params"] = parameters
        self.write(self.framed(message))
        return self.count

    def answer(self, number, timeout=30):
        """The response to a request; what comes before is kept."""
        for message in self.kept:
            if message.get("id") == number and "method" not in message:
                self.kept.remove(message)
                return message
        while True:
            message = self.received.get(timeout=timeout)
            assert message is not None, "the server ended"
            if message.get("id") == number and "method" not in message:
                return message
            self.kept.append(message)

    def ask(self, method, parameters=None):
        response = self.answer(self.send(method, parameters))
        assert "error" not in response, response
        return response["result"]

    def refusal(self, method, parameters=None):
        return self.answer(self.send(method, parameters))["error"]["code"]

    def diagnostics(self, uri, timeout=30):
        """The next that are published of a document."""
        while True:
            for message in self.kept:
                if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                    self.kept.remove(message)
                    return message["params"]
            message = self.received.get(timeout=timeout)
            assert message is not None, "the server ended"
            self.kept.append(message)

    def start(self, folder, capabilities=None, **options):
        result = self.ask(
            "initialize",
            {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities or {}, **options},
        )
        self.notify("initialized")
        return result

    def open(self, path, text=None, version=1):
        uri = path.as_uri()
        self.notify(
            "textDocument/didOpen",
            {
                "textDocument": {
                    "uri": uri,
                    "languageId": "json",
                    "version": version,
                    "text": path.read_text() if text is None else text,
                }
            },
        )
        return uri

    def end(self):
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(timeout=20)


def position(text, part, offset=0, encoding="utf-16"):
    """Where a part of a text begins, in the units of an encoding."""
    index = text.index(part) + offset
    before = text[:index].split("\n")
    column = before[-1]
    units = {
        "utf-8": len(column.encode()),
        "utf-16": len(column.encode("utf-16-le")) // 2,
        "utf-32": len(column),
    }
    return {"line": len(before) - 1, "character": units[encoding]}
