import CarillonModel

/// How a field is found that pushes don't carry: the ways of `events[].device.fields` in the client profile, of which the first
/// counts that yields something.
struct DeviceField: Sendable, Hashable {
    private let ways: [Way]

    private enum Way: Sendable, Hashable {
        case lookup(Lookup)
        case shorten(field: String, head: Int, tail: Int)
        case scale(field: String, digits: Int?, lookup: Lookup?)
    }

    private struct Lookup: Sendable, Hashable {
        let table: String
        let key: String
        let member: String
        let fallback: [PlaceholderPiece]?

        init?(_ json: JSONValue) {
            guard let table = json["lookup"]?.string, let key = json["key"]?.string,
                let member = json["member"]?.string
            else { return nil }
            self.table = table
            self.key = key
            self.member = member
            fallback = json["default"]?.string.map(PlaceholderPiece.pieces)
        }

        func value(_ sources: Sources) -> String? {
            let found = sources.fields[key].flatMap {
                sources.tables.value(
                    member,
                    of: $0,
                    in: table,
                    ignoringCase: sources.tablesIgnoringCase.contains(table)
                )
            }
            if let found, !found.isEmpty { return found }
            guard let fallback else { return nil }
            var text = ""
            for piece in fallback {
                switch piece {
                case .text(let literal): text += literal
                case .name(let name):
                    guard let value = sources.fields[name] else { return nil }
                    text += value
                }
            }
            return text
        }
    }

    /// What the ways lead through.
    struct Sources {
        /// Those that travel.
        let fields: [String: String]
        let tables: DeviceTables
        let tablesIgnoringCase: Set<String>
    }

    /// From a list of ways; what can't be read is left out.
    init(_ json: JSONValue) {
        ways = (json.array ?? [json]).compactMap { json in
            if let field = json["shorten"]?.string {
                return .shorten(field: field, head: json["head"]?.count ?? 6, tail: json["tail"]?.count ?? 4)
            }
            if let field = json["scale"]?.string, let digits = json["digits"] {
                let lookup = Lookup(digits)
                guard lookup != nil || digits.integer != nil else { return nil }
                return .scale(field: field, digits: digits.integer.map { Int(clamping: $0) }, lookup: lookup)
            }
            return Lookup(json).map { .lookup($0) }
        }
    }

    func value(_ sources: Sources) -> String? {
        for way in ways {
            let found: String?
            switch way {
            case .lookup(let lookup): found = lookup.value(sources)
            case .shorten(let field, let head, let tail):
                found = sources.fields[field].map { Self.shortened($0, head, tail) }
            case .scale(let field, let digits, let lookup):
                let places = digits ?? lookup?.value(sources).flatMap { Int($0) }
                found = sources.fields[field].flatMap { text in places.flatMap { Self.scaled(text, by: $0) } }
            }
            if let found, !found.isEmpty { return found }
        }
        return nil
    }

    /// The first and last characters, with three dots between them; all of it where that isn't longer.
    static func shortened(_ text: String, _ head: Int, _ tail: Int) -> String {
        guard text.count > head + tail + 3 else { return text }
        return "\(text.prefix(head))...\(text.suffix(tail))"
    }

    /// A whole number with its decimal point so many digits further to the left, exactly: no digit is lost or made up.
    ///
    /// Nil where it is none, has more than 78 digits (2²⁵⁶ has as many), or where there are more places than that.
    static func scaled(_ text: String, by places: Int) -> String? {
        let isNegative = text.hasPrefix("-")
        let digits = (isNegative ? text.dropFirst() : text[...]).utf8
        guard (1...78).contains(digits.count), (0...78).contains(places),
            digits.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let padded = Array(repeatElement(48, count: max(0, places + 1 - digits.count))) + Array(digits)
        let point = padded.count - places
        var whole = padded[..<point].drop { $0 == 48 }
        if whole.isEmpty { whole = [48] }
        var fraction = padded[point...]
        while fraction.last == 48 { fraction.removeLast() }
        let number = Array(whole) + (fraction.isEmpty ? [] : [46] + Array(fraction))
        return (isNegative && number != [48] ? "-" : "") + String(decoding: number, as: UTF8.self)
    }
}
