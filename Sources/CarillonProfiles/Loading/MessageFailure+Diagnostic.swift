import CarillonDiagnostics
import CarillonModel

extension TenantContext {
    /// Reports what a proof found, at the text that failed.
    func diagnostic(for failure: MessageFailure) -> Diagnostic? {
        guard let span = span(of: failure) else { return nil }
        return .unrenderable(failure, span)
    }

    private func span(of failure: MessageFailure) -> Span? {
        if let slot = failure.slot, let locale = failure.textLocale {
            let texts = (textsByID[failure.id] ?? []).filter { $0.locale == locale }
            let own = MessageCatalog.overridePath(failure.channel, slot)
            let text = texts.first { $0.path == own } ?? texts.first { $0.path == slot }
            if let span = text.flatMap(nameSpan) { return span }
        }
        let group = profile.hasEvent(failure.id) ? "events" : "texts"
        return eventsFile?.nameSpan(group, failure.id.rawValue)
    }
}

extension Diagnostic {
    fileprivate static func unrenderable(_ failure: MessageFailure, _ span: Span) -> Diagnostic {
        let origin: String
        let help: String
        switch failure.origin {
        case .sample(let name):
            origin = "this is samples/\([failure.id.rawValue, name].compactMap(\.self).joined(separator: ".")).json"
            help = "change the words, or the sample"
        case .types:
            origin = "this is made from the types of the payload, which allow it"
            help = "let the words take every value of the types, or narrow the type of the field"
        case .collected:
            origin = "these are the words for several notifications"
            help = "change the words"
        }
        return Diagnostic(
            .unrenderable,
            "`\(failure.id)` can't be made on `\(failure.channel)` in `\(failure.locale)`",
            at: span,
            label: failure.reason,
            notes: [
                "the payload is \(shown(failure.payload))", origin, "such an event is accepted, and nobody gets it",
            ],
            help: help
        )
    }

    /// The payload on one line, in characters that every terminal shows; long texts are truncated, and so is the whole.
    private static func shown(_ payload: JSONValue) -> String {
        var text = ""
        for unit in payload.truncatingTexts.text.utf16 {
            if (0x20..<0x7F).contains(unit) {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            if text.utf8.count >= longestPayload { return text + "…" }
        }
        return text
    }

    /// In characters.
    private static let longestPayload = 800
}

extension JSONValue {
    /// The value with each long text replaced by its beginning and its length in characters.
    fileprivate var truncatingTexts: JSONValue {
        switch self {
        case .string(let text):
            let scalars = text.unicodeScalars
            guard scalars.count > 40 else { return self }
            return .string("\(String(String.UnicodeScalarView(scalars.prefix(4))))... (\(scalars.count) characters)")
        case .array(let elements): return .array(elements.map(\.truncatingTexts))
        case .object(let object):
            return .object(JSONObject(object.members.map { .init($0.name, $0.value.truncatingTexts) }))
        case .null, .boolean, .number: return self
        }
    }
}
