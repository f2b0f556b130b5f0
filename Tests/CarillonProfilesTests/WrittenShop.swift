import CarillonDiagnostics
import CarillonProfiles

/// A small valid tenant in two languages, in which a test changes what it is about.
struct WrittenShop {
    private var files: [String: String] = [
        "profile.json": """
        {"tenant": "shop", "name": "Shop", "locales": {"default": "en", "supported": ["en", "de"]},
         "deepLinks": {"schemes": ["shop"],
          "routes": {"order": {"params": {"id": "uuid"}, "app": "shop://orders/{id}"}}},
         "channels": {"push": {"use": "test-push"}, "in-app": {"use": "test-feed"}},
         "categories": {"order": {}},
         "preferences": {"toggles": {"pushEnabled": {"channels": ["push"], "default": true}}},
         "auth": {"users": {"algorithm": "HS256", "key": {"$secret": "jwt-secret"}},
          "services": [{"header": "X-Service-Key", "key": {"$secret": "service-key"}}]}}
        """,
        "events.json": """
        {"events": {
          "order.paid": {"category": "order", "priority": "high",
           "payload": {"order_id": "uuid-type", "item": {"type": "text", "maxLength": 80},
            "due": {"type": "instant", "optional": true}},
           "channels": ["in-app", "push"], "deepLink": {"route": "order", "id": "order_id"},
           "data": {"order_id": "{order_id}"}, "collapse": "order-{order_id}",
           "schedule": [{"before": "due", "by": "2h"}]},
          "order.note": {"alias": "NOTE", "payload": {"words": {"type": "localizedText", "examples": [{"en": "Hi"}]}},
           "channels": ["in-app"]}}}
        """.replacing("\"uuid-type\"", with: #"{"type": "uuid"}"#),
        "contract.json": """
        {"routes": [
          {"method": "POST", "path": "/devices", "operation": "devices.register", "auth": "user",
           "request": {"token": {"from": "body.token"},
            "platform": {"from": "body.platform", "values": ["ios", "android"]}},
           "response": {"status": 200, "body": {"id": "{device.id}"}}},
          {"method": "POST", "path": "/send", "operation": "notifications.send", "auth": "service",
           "request": {"userId": {"from": "body.user"}, "type": {"value": "order.note"},
            "payload.words.en": {"from": "body.words"}},
           "response": {"status": 200, "body": {"id": "{notification.id}", "error": "{delivery.error?}"}}},
          {"method": "GET", "path": "/feed", "operation": "notifications.list", "auth": "user",
           "request": {"limit": {"from": "query.limit", "type": "integer", "minimum": 1, "maximum": 100, "default": 20}},
           "response": {"status": 200, "body": {"each": "items", "as": {"title": "{content.en.title}"}}}},
          {"method": "PATCH", "path": "/feed", "operation": "notifications.mark", "auth": "user",
           "request": {"ids": {"from": "body.ids", "type": "list", "items": {"type": "text"}, "maxItems": 100}, "read": {"value": true}},
           "response": {"status": 204}}],
         "errors": {"body": {"code": "{error.code}"},
          "codes": {"rate-limited": {"status": 429, "code": "slow", "message": "Wait {error.retryAfter} s"}}}}
        """,
        "templates/en.json": """
        {"locale": "en", "messages": {
          "order.paid": {"title": "Order paid", "body": "{$item} is on its way"},
          "order.note": {"title": "{$words}"}}}
        """,
        "templates/de.json": """
        {"locale": "de", "messages": {
          "order.paid": {"title": "Bezahlt", "body": "{$item} ist unterwegs"},
          "order.note": {"title": "{$words}"}}}
        """,
        "samples/order.paid.json": #"{"order_id": "660e8400-e29b-41d4-a716-446655440001", "item": "Lamp"}"#,
        "samples/order.note.json": #"{"words": {"en": "Hello", "de": "Hallo"}}"#,
    ]

    /// Whether every change found its place.
    private(set) var isChanged = true

    /// Puts `new` where `old` first stands in a file.
    func with(_ file: String, _ old: String, _ new: String) -> WrittenShop {
        var copy = self
        guard let text = files[file], let range = text.firstRange(of: old) else {
            copy.isChanged = false
            return copy
        }
        copy.files[file] = text.replacingCharacters(in: range, with: new)
        return copy
    }

    func with(_ file: String, _ text: String) -> WrittenShop {
        var copy = self
        copy.files[file] = text
        return copy
    }

    func removing(_ file: String) -> WrittenShop {
        var copy = self
        copy.files[file] = nil
        return copy
    }

    func text(_ file: String) -> String? { files[file] }

    var diagnostics: [Diagnostic] { loaded.diagnostics }

    /// What ``diagnostics`` point into.
    var sources: SourceSet { loaded.sources }

    /// Nil where there are errors.
    var profile: TenantProfile? { loaded.profile }

    private var loaded: (profile: TenantProfile?, diagnostics: [Diagnostic], sources: SourceSet) {
        let files = files.map { TenantFolder.File($0.key, Array($0.value.utf8)) }.sorted { $0.path < $1.path }
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: TestChannels.registry)
            .load(TenantFolder(name: "shop", path: "shop", files: files), into: &sources)
        return (loaded.profile, loaded.diagnostics, sources)
    }

    /// Whether a diagnostic is in a file.
    func isIn(_ path: String, _ diagnostic: Diagnostic) -> Bool {
        sources[diagnostic.primary.span.source].path == "shop/\(path)"
    }

    /// The numbers of all diagnostics, sorted.
    var codes: [String] { isChanged ? diagnostics.map(\.code.number).sorted() : ["nothing was changed"] }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        var copy = self
        copy.replaceSubrange(range, with: text)
        return copy
    }
}
