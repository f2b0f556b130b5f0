public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

// What is kept as JSON text inside a row: written and read whole, never searched.

extension [Decision] {
    /// `[["push","skip","no-device","…"],…]`; the channel is null in a decision about all.
    public var rowText: String {
        JSONValue.array(
            map {
                .array([
                    $0.channel.map { .string($0.rawValue) } ?? .null, .string($0.verdict.rawValue),
                    .string($0.reason.code), .string($0.detail),
                ])
            }
        ).text
    }

    public init(rowText: String?) {
        self = rowText.elements.compactMap { fields in
            guard fields.count == 4, let verdict = fields[1].string.flatMap(Decision.Verdict.init),
                let reason = fields[2].string.flatMap(Decision.Reason.init)
            else { return nil }
            return Decision(
                channel: fields[0].string.map(ChannelID.init(unchecked:)),
                verdict: verdict,
                reason: reason,
                detail: fields[3].string ?? ""
            )
        }
    }
}

extension AttemptTrace {
    /// `[1771999200000,"retry","MessageRateExceeded","…"]`, an element of `delivery.history`; `true` behind it where it was the
    /// provider as a whole.
    public var rowText: String {
        var fields: [JSONValue] = [
            JSONValue(at.epochMilliseconds), .string(outcome.rawValue), .string(code), .string(message),
        ]
        if concernsProvider { fields.append(.boolean(true)) }
        return JSONValue.array(fields).text
    }
}

extension [AttemptTrace] {
    public init(rowText: String?) {
        self = rowText.elements.compactMap { fields in
            guard fields.count >= 4, let at = fields[0].integer,
                let outcome = fields[1].string.flatMap(AttemptOutcome.init)
            else { return nil }
            return AttemptTrace(
                at: Instant(epochMilliseconds: at),
                outcome: outcome,
                code: fields[2].string ?? "",
                message: fields[3].string ?? "",
                concernsProvider: fields.count > 4 && fields[4].boolean == true
            )
        }
    }
}

extension [Int64] {
    /// A JSON array.
    public var rowText: String { "[\(map(String.init).joined(separator: ","))]" }
}

extension [String] {
    public var rowText: String { JSONValue.array(map { .string($0) }).text }

    public init(rowText: String) {
        self = ((try? JSONValue(parsing: rowText.utf8))?.array ?? []).compactMap(\.string)
    }
}

extension DeviceTarget {
    /// A JSON array of ids; nil: all of the recipient's.
    public init(rowText: String?) { self.init(ids: rowText.map { [String](rowText: $0) }) }
}

extension [EventTypeID] {
    public var rowText: String { map(\.rawValue).rowText }

    public init(rowText: String) { self = [String](rowText: rowText).map(EventTypeID.init(unchecked:)) }
}

extension [PlannedTime] {
    /// `[[1771999200000,"high",null],…]`; the last is when it expires.
    public var rowText: String {
        JSONValue.array(
            map { time in
                .array([
                    JSONValue(time.dueAt.epochMilliseconds), .string(time.priority.rawValue),
                    time.expiresAt.map { JSONValue($0.epochMilliseconds) } ?? .null,
                ])
            }
        ).text
    }

    public init(rowText: String?) {
        self = rowText.elements.compactMap { fields in
            guard fields.count == 3, let dueAt = fields[0].integer,
                let priority = fields[1].string.flatMap(Priority.init(rawValue:))
            else { return nil }
            return PlannedTime(
                dueAt: Instant(epochMilliseconds: dueAt),
                priority: priority,
                expiresAt: fields[2].integer.map(Instant.init(epochMilliseconds:))
            )
        }
    }
}

extension FeedContent {
    /// `{"words":{"en":{"title":"…"}},"spoken":{…},"link":{"app":"…"},"image":"https://…","data":{…}}`, without what there
    /// is none of.
    public var rowText: String {
        var json = JSONObject([.init("words", .object(texts))])
        json["spoken"] = deferredJSON
        json["link"] = link.map { .object(JSONObject($0.jsonMembers)) }
        json["image"] = imageURL.map { .string($0) }
        json["data"] = data.isEmpty ? nil : .object(data)
        return JSONValue.object(json).text
    }

    public init(locale: String, rowText: String) {
        let json = (try? JSONValue(parsing: rowText.utf8))?.object ?? JSONObject()
        self.init(
            locale: locale,
            texts: json["words"]?.object ?? JSONObject(),
            deferred: Self.deferred(json: json["spoken"]),
            link: (json["link"]?.object).map { link in
                MessageLink(app: link["app"]?.string, web: link["web"]?.string, screen: link["screen"]?.string)
            },
            imageURL: json["image"]?.string,
            data: json["data"]?.object ?? JSONObject()
        )
    }
}

extension [String: Bool] {
    public var rowText: String {
        JSONValue.object(JSONObject(sorted { $0.key < $1.key }.map { .init($0.key, .boolean($0.value)) })).text
    }

    public init(rowText: String) {
        guard rowText != "{}" else {
            self = [:]
            return
        }
        let members = (try? JSONValue(parsing: rowText.utf8))?.object?.members ?? []
        self.init(members.compactMap { member in member.value.boolean.map { (member.name, $0) } }) { $1 }
    }
}

extension String? {
    /// The rows of an array of arrays.
    fileprivate var elements: [[JSONValue]] {
        guard let self, let value = try? JSONValue(parsing: self.utf8) else { return [] }
        return value.array?.compactMap(\.array) ?? []
    }
}
