import CarillonChannels
import CarillonModel

/// Forms of text that only channel files have.
extension TextShape {
    static let date = TextShape(
        "date",
        "a date such as `2026-11-20`",
        code: .badInstant,
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    ) { Instant("\($0)T00:00:00Z") != nil }

    static let httpsOrigin = TextShape(
        "origin",
        "an https origin such as `https://api.acme.example`, in whose host one setting may stand before two fixed labels",
        code: .unfitChannelOrigin
    ) { $0.hasPrefix("https://") && !$0.contains("{") ? LinkRules.isOrigin($0) : ChannelOrigin($0) != nil }

    static let linearPattern = TextShape(
        "pattern",
        "a regular expression that is matched in linear time",
        code: .unfitChannelPattern
    ) { LinearPattern($0) != nil }

    static let pointer = TextShape(
        "pointer",
        "a pointer such as `/errors/*/code`",
        code: .badName,
        pattern: "^(/[^/]+)+$"
    ) { AnswerPointer($0) != nil }

    static let elementsPointer = TextShape(
        "elements",
        "a pointer to the elements of a list, such as `/data/*`, or `/*` where the whole is the list",
        code: .badName,
        pattern: "^(/[^/]+)*/\\*$"
    ) { $0.hasSuffix("/*") && AnswerPointer($0) != nil }

    static let answerPlace = TextShape(
        "place",
        "a pointer such as `/code`, `header:` with a name, or `text`",
        code: .badName,
        pattern: "^((/[^/]+)+|header:.+|text)$"
    ) { AnswerPlace($0) != nil }

    static let channelSlot = TextShape(
        "slot",
        "a slot such as `body` or `email.subject`",
        code: .badName,
        pattern: "^[a-z][a-z0-9-]{0,62}(\\.[a-z][a-z0-9-]{0,62})?$"
    ) { text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { slotName.isValid(String($0)) }
    }

    static let anyName = TextShape(
        "name",
        "a name of visible ASCII",
        code: .badName,
        pattern: "^[!-~]{1,128}$"
    ) {
        (1...128).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    static let statusClass = TextShape(
        "statuses",
        "a hundred statuses such as `4xx`",
        code: .badName,
        pattern: "^[1-5]xx$"
    ) { ["1xx", "2xx", "3xx", "4xx", "5xx"].contains($0) }

    static let wireAuthentication = TextShape(
        "authentication",
        "`basic`, `bearer`, `sigv4`, `header:` with a header's name, or `query:` with a name of the query",
        code: .badName,
        pattern: "^(basic|bearer|sigv4|header:[A-Za-z0-9-]+|query:[!-~]{1,128})$"
    ) { written in
        ["basic", "bearer", "sigv4"].contains(written)
            || written.hasPrefix("header:") && header.isValid(String(written.dropFirst(7)))
            || written.hasPrefix("query:") && anyName.isValid(String(written.dropFirst(6)))
    }
}
