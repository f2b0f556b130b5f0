import CarillonModel
import CarillonProfiles

/// The `response` of a route: the document's answer, with what the operation gives in the places of its values.
struct ResponseDraft {
    let json: JSONValue
    private(set) var findings: [ImportFinding] = []

    init(_ route: DocumentOperation, as operation: Operation, for tenant: TenantNames) {
        var writer = AnswerWriter(operation, countsUnread: operation == .notificationsList && route.countsUnread)
        let status = (200...299).contains(route.response.status) ? route.response.status : 200
        let isEmpty = status == 204 || status == 205 || operation == .notificationsStream
        let offers = [AnswerOffer(operation.offeredResults(toggles: tenant.toggles))]
        let body = isEmpty ? nil : route.response.schema.flatMap { writer.json($0, "", route.response.place, offers) }
        if body == nil, !isEmpty, route.response.schema != nil {
            writer.findings.append(
                ImportFinding(route.response.place, "nothing of this answer could be mapped: write its `body`")
            )
        }
        var response = JSONObject([.init("status", JSONValue(status))])
        response["body"] = body
        json = .object(response)
        findings = writer.findings
    }
}

/// Writes the body of an answer, placeholder by placeholder.
private struct AnswerWriter {
    let operation: Operation
    /// The answer is how many are unread, under whatever name.
    let countsUnread: Bool
    var findings: [ImportFinding] = []

    init(_ operation: Operation, countsUnread: Bool) {
        self.operation = operation
        self.countsUnread = countsUnread
    }

    /// Nil where nothing of it could be mapped.
    mutating func json(
        _ schema: DocumentSchema,
        _ name: String,
        _ place: DocumentPlace,
        _ offers: [AnswerOffer]
    ) -> JSONValue? {
        switch schema {
        case .object(let members): object(members, name, offers)
        case .list(let element): list(element, name, place, offers)
        case .scalar(let scalar): value(scalar, name, place, offers)
        case .anything: find(name, offers) { $0 == .open || $0 == .value }?.placeholder()
        }
    }

    private mutating func object(
        _ members: [DocumentSchema.Member],
        _ name: String,
        _ offers: [AnswerOffer]
    ) -> JSONValue? {
        // `data` of a notification is the app's own; of an answer it is a wrapper.
        if let open = find(name, offers, where: { $0 == .open }), offers.count > 1 { return open.placeholder() }
        var object = JSONObject()
        var missing: [DocumentSchema.Member] = []
        for member in members {
            if let json = json(member.schema, member.name, member.place, offers) {
                object[member.name] = member.isRequired && member.isNullable ? json.orNull : json
            } else {
                missing.append(member)
            }
        }
        guard !object.isEmpty else { return nil }
        // What doesn't fit is reported already, at its place.
        let reported = Set(findings.map(\.place.pointer))
        for member in missing where !reported.contains(member.place.pointer) {
            let promise = member.isRequired ? ", which clients are promised" : ""
            findings.append(
                ImportFinding(member.place, "\(operation.rawValue) gives nothing for `\(member.name)`\(promise)")
            )
        }
        return .object(object)
    }

    private mutating func list(
        _ element: DocumentSchema,
        _ name: String,
        _ place: DocumentPlace,
        _ offers: [AnswerOffer]
    ) -> JSONValue? {
        let lists = offers.reversed().flatMap(\.values).filter { $0.kind == .list }
        if case .object = element {
            guard let chosen = find(name, offers, where: { $0 == .list }) ?? lists.first,
                case .list(let members) = chosen.offered.kind,
                let inner = json(element, "", place, offers + [AnswerOffer(members)])
            else { return nil }
            return ["each": .string(chosen.path), "as": inner]
        }
        let fit = find(name, offers) { $0 == .value || $0 == .open }.map {
            AnswerFit(listOf: element, $0, of: operation)
        }
        if let json = fit?.json { return json }
        // Texts of which each names its kind: `["INCOMING_TOKEN"]`.
        if case .list(let members)? = find(name, offers, where: { $0 == .list })?.offered.kind,
            members.contains(where: { $0.name == "alias" }), let chosen = lists.first
        {
            return ["each": .string(chosen.path), "as": "{alias}"]
        }
        if let note = fit?.note { tell(note, of: name, at: place) }
        return nil
    }

    private mutating func value(
        _ scalar: DocumentSchema.Scalar,
        _ name: String,
        _ place: DocumentPlace,
        _ offers: [AnswerOffer]
    ) -> JSONValue? {
        if scalar.values.count == 1, let only = scalar.values.first {
            return .string(only.replacing("{", with: "{{").replacing("}", with: "}}"))
        }
        let isNamed = ["success", "ok"].contains(SplitName(name).joined)
        if scalar.kind == .boolean, isNamed { return true }
        let isNumber = scalar.kind == .integer || scalar.kind == .number
        if countsUnread, isNumber, UnreadCount.isCount(name) { return "{unreadCount}" }
        guard let found = find(name, offers, where: { $0 == .value || $0 == .instant }) else { return nil }
        let fit = AnswerFit(scalar, found, of: operation)
        if let note = fit.note { tell(note, of: name, at: place) }
        return fit.json
    }

    private mutating func tell(_ note: String, of name: String, at place: DocumentPlace) {
        findings.append(ImportFinding(place, "`\(name)` \(note)"))
    }

    /// The value of the innermost level that fits best by name.
    private func find(
        _ name: String,
        _ offers: [AnswerOffer],
        where fits: (AnswerOffer.Value.Kind) -> Bool
    ) -> AnswerOffer.Value? {
        let joinedName = SplitName(name).joined
        guard !joinedName.isEmpty else { return nil }
        for offer in offers.reversed() {
            let candidates = offer.values.filter { fits($0.kind) }
            let ranked = candidates.compactMap { value -> (value: AnswerOffer.Value, rank: Int)? in
                let index = value.key == joinedName ? 0 : value.names.firstIndex(of: joinedName)
                return index.map { (value, $0 + (Self.isAside(value.path) ? 3 : 0)) }
            }
            if let best = ranked.min(by: { $0.rank < $1.rank }) { return best.value }
        }
        return nil
    }

    /// What is listed beside an answer's own subject: `device.id` is meant by `id`, and not `user.id`.
    private static func isAside(_ path: String) -> Bool {
        ["user", "tenant", "delivery"].contains { path == $0 || path.hasPrefix($0 + ".") }
    }
}

extension JSONValue {
    /// A placeholder that may be absent as one that is null then; anything else as it is.
    fileprivate var orNull: JSONValue {
        guard let text = string, text.hasPrefix("{"), text.hasSuffix("?}") else { return self }
        return ["from": .string(String(text.dropLast(2)) + "}"), "else": .null]
    }
}
