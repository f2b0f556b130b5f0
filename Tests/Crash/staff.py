"""Staff of a tenant, who change texts in the studio of a host as their browsers do."""

from programs import Client

# The text that they change: its event's title.
EVENT = "order.shipped"
PLACE = {"locale": "en", "message": EVENT, "slot": "title"}
FILES = "Order"


class Staff:
    """Somebody with a session, which is good at every host that shares the store."""

    def __init__(self, host, tenant, name, role="publisher"):
        self.tenant, self.name = tenant, name
        status, link, _ = host.operator("POST", f"/v1/tenants/{tenant.name}/studio/links", {"name": name, "role": role})
        assert status == 201, link
        client = Client(host.admin_port)
        answer = client.request("POST", f"/v1/{tenant.name}/studio/session", {"code": link["path"].partition("#code=")[2]})
        client.close()
        assert answer[0] == 204, answer
        headers = {name.lower(): value for name, value in answer[2].items()}
        self.cookie = headers["set-cookie"].partition(";")[0]

    def ask(self, host, method, path, body=None):
        """→ status, JSON. `Unreachable` and `Lost` are as of a client's."""
        client = Client(host.admin_port)
        try:
            return client.request(method, f"/v1/{self.tenant.name}/studio{path}", body, cookie=self.cookie)[:2]
        finally:
            client.close()

    def expect(self, host, status, method, path, body=None):
        """→ the JSON of an answer that has to have this status."""
        answer = self.ask(host, method, path, body)
        assert answer[0] == status, f"{self.name}: {method} {path}: {answer}"
        return answer[1]

    def begin(self, host, title):
        """→ the new proposal."""
        return self.expect(host, 201, "POST", "/proposals", {"title": title})

    def edit(self, host, proposal, words):
        """→ the body of a request that gives the title other words."""
        text = self.expect(host, 200, "GET", f"/texts/{EVENT}/title?proposal={proposal}")
        return {"place": PLACE, "hash": text["hash"], "form": {"shape": "string", "form": "text", "parts": [words]}}

    def change(self, host, proposal, words):
        """→ the version that the proposal has then."""
        return self.expect(host, 200, "PUT", f"/proposals/{proposal}/text", self.edit(host, proposal, words))["version"]

    def hand_in(self, host, words):
        """→ a proposal in review with these words, as its id and version."""
        id = self.begin(host, words)["id"]
        version = self.change(host, id, words)
        return id, self.expect(host, 200, "POST", f"/proposals/{id}/submit", {"version": version})["version"]

    def approve(self, host, proposal, version):
        """→ its version then."""
        return self.expect(host, 200, "POST", f"/proposals/{proposal}/approve", {"version": version})["version"]


def live_version(host, tenant):
    """→ the number of the texts that this host shows."""
    tenants = host.operator("GET", "/v1/tenants")[1]["tenants"]
    return next(one for one in tenants if one["id"] == tenant.name).get("texts", {}).get("version", 0)


def publish_live(place):
    """Has the words of a place's tenants go live by publishing."""
    for tenant in place.tenants:
        place.write(f"tenants/{tenant.name}/profile.json", tenant.profile() | {"studio": {"publish": "live"}})
